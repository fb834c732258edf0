import { type OutcomeName, outcomeNames } from "../../src/contract/index.ts";
import { count } from "./format.ts";

/** What an outcome is called. */
export function outcomeWord(outcome: OutcomeName): string {
  const words: Partial<Record<OutcomeName, string>> = {
    "timed-out": "timed out",
    "over-budget": "over budget",
    untried: "not run",
  };
  return words[outcome] ?? outcome;
}

/** One outcome as a small square of its colour and its pattern. */
export function Swatch({ outcome }: { outcome: OutcomeName }) {
  return <i class={`swatch o-${outcome}`} aria-hidden="true" />;
}

/** How many cells came out how: a bar, and the same in words. With `onPick` each word is a button. */
export function OutcomeCounts(props: {
  outcomes: Partial<Record<OutcomeName, number>>;
  picked?: string;
  onPick?: (outcome: string) => void;
}) {
  const there = outcomeNames.filter((name) => (props.outcomes[name] ?? 0) > 0);
  return (
    <div class="key">
      {there.map((name) => {
        const text = (
          <>
            <Swatch outcome={name} />
            {outcomeWord(name)} <b>{count(props.outcomes[name]!)}</b>
          </>
        );
        if (!props.onPick) return <span key={name}>{text}</span>;
        const on = props.picked === name;
        return (
          <button
            key={name}
            type="button"
            class="pick"
            aria-pressed={on}
            onClick={() => props.onPick!(on ? "" : name)}
          >
            {text}
          </button>
        );
      })}
    </div>
  );
}
