import type { RunList } from "../../src/contract/index.ts";
import { nameText, when } from "../parts/format.ts";

/** Chooses one side of a comparison: a run, and a subject of it. */
export function SideChoice(props: {
  side: "A" | "B";
  list: RunList;
  run: string | undefined;
  subject: string;
  /** Those that can be chosen; none before both runs are. */
  subjects: readonly string[];
  onRun: (run: string) => void;
  onSubject: (subject: string) => void;
}) {
  const { side, list } = props;
  const chosen =
    list.runs.find(({ id }) => props.run !== undefined && id.startsWith(props.run))?.id ?? props.run ?? "";
  return (
    <div class="side">
      <b>{side}</b>
      <select
        aria-label={`Run ${side}`}
        value={chosen}
        onChange={(event) => props.onRun(event.currentTarget.value)}
      >
        {chosen === "" && <option value="">choose a run</option>}
        {chosen !== "" && !list.runs.some(({ id }) => id === chosen) && (
          <option value={chosen}>{chosen}</option>
        )}
        {list.runs.map(({ id, short, name, createdAt }) => (
          <option key={id} value={id}>
            {short} · {nameText(name)} · {when(createdAt)}
          </option>
        ))}
      </select>
      {props.subjects.length > 0 && (
        <select
          aria-label={`Subject ${side}`}
          value={props.subject}
          onChange={(event) => props.onSubject(event.currentTarget.value)}
        >
          {props.subjects.map((name) => (
            <option key={name} value={name}>
              {nameText(name)}
            </option>
          ))}
        </select>
      )}
    </div>
  );
}
