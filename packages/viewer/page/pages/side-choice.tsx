import { useMemo } from "preact/hooks";
import type { RunList } from "../../src/contract/index.ts";
import { optionNames } from "../parts/fit-text.ts";
import { when } from "../parts/format.ts";
import { useNarrow } from "../parts/use-narrow.ts";

/** Pixels that the id and the time of a run take beside its name. */
const besideName = 120;

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
  const narrow = useNarrow();
  const names = useMemo(
    () =>
      optionNames(
        list.runs.map(({ name }) => name),
        narrow,
        besideName,
      ),
    [list, narrow],
  );
  const subjects = optionNames(props.subjects, narrow);
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
        {list.runs.map(({ id, short, createdAt }, at) => (
          <option key={id} value={id}>
            {short} · {names[at]} · {when(createdAt)}
          </option>
        ))}
      </select>
      {props.subjects.length > 0 && (
        <select
          aria-label={`Subject ${side}`}
          value={props.subject}
          onChange={(event) => props.onSubject(event.currentTarget.value)}
        >
          {props.subjects.map((name, at) => (
            <option key={name} value={name}>
              {subjects[at]}
            </option>
          ))}
        </select>
      )}
    </div>
  );
}
