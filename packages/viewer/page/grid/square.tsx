import { useLayoutEffect, useRef } from "preact/hooks";
import type { GridView } from "../../src/contract/index.ts";
import { fixed } from "../parts/format.ts";
import { outcomeWord } from "../parts/outcome.tsx";
import { addressOf, outcomeAt, scoreAt } from "./grid-model.ts";

/** One cell as a button. Only the one that the keyboard is on can be reached with Tab. */
export function Square(props: {
  grid: GridView;
  place: number;
  selected: boolean;
  reachable: boolean;
  dim: boolean;
  /** The place that is to take the focus; the square that is it does, and sets it back to -1. */
  wanted: { current: number };
}) {
  const { grid, place, wanted } = props;
  const button = useRef<HTMLButtonElement>(null);
  useLayoutEffect(() => {
    if (wanted.current !== place) return;
    wanted.current = -1;
    button.current?.focus();
  });
  const outcome = outcomeAt(grid, place);
  return (
    <button
      ref={button}
      type="button"
      data-place={place}
      class={`sq o-${outcome}${props.selected ? " on" : ""}${props.dim ? " dim" : ""}`}
      tabIndex={props.reachable ? 0 : -1}
      aria-pressed={props.selected}
      aria-label={cellName(grid, place)}
      title={cellName(grid, place)}
    />
  );
}

/** A cell in words: whose, on what, and how it came out. */
export function cellName(grid: GridView, place: number): string {
  const { subject, task, repetition } = addressOf(grid, place);
  const score = scoreAt(grid, place);
  const scored = score === null ? "" : `, ${fixed(score, 2)}`;
  return `${subject} on ${task}, run ${repetition + 1}: ${outcomeWord(outcomeAt(grid, place))}${scored}`;
}
