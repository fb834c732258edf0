import { useLayoutEffect, useRef, useState } from "preact/hooks";
import type { LabelAnswer, LabelQueue } from "../../src/contract/index.ts";
import { LongText } from "../cell/long-text.tsx";
import { patchLines } from "../cell/patch-text.tsx";
import { post } from "../data/load.ts";
import { useData } from "../data/use-data.ts";
import { count, nameText } from "../parts/format.ts";
import { Card, Problem, Waiting } from "../parts/shell.tsx";

/** What a person said of one output, and what came back. */
interface Kept {
  key: string;
  said: readonly (boolean | null | undefined)[];
  answer: LabelAnswer | null;
}

const nothing: Kept = { key: "", said: [], answer: null };
const nobody = { subject: "", task: "", repetition: 0 };

/** Outputs without names, one after the other; the judge's word is shown only after one's own. */
export function Labelling({
  run,
  labelled,
  onLabelled,
}: {
  run: string;
  labelled: number;
  onLabelled: () => void;
}) {
  const [turn, setTurn] = useState(0);
  const { data, error } = useData<LabelQueue>(`runs/${run}/labels`, turn);
  const [failed, setFailed] = useState<string | null>(null);
  const item = data?.items[0];
  const key = item?.key ?? "";
  // What was said and answered belongs to one output and is never seen beside another.
  const [kept, setKept] = useState<Kept>(nothing);
  const { said, answer } = kept.key === key ? kept : nothing;
  const next = said.indexOf(undefined);
  const open = next >= 0 ? next : said.length;
  const say = (at: number, label: boolean | null) =>
    setKept((old) => {
      const list = old.key === key ? old.said : [];
      return {
        key,
        said: Array.from({ length: Math.max(list.length, at + 1) }, (_, place) =>
          place === at ? label : list[place],
        ),
        answer: null,
      };
    });
  const complete = item?.criteria.every((_, at) => said[at] !== undefined) ?? false;
  const sending = useRef(false);
  const send = async () => {
    if (!item || !complete || sending.current) return;
    sending.current = true;
    try {
      const told = await post<LabelAnswer>(`runs/${run}/labels`, {
        key: item.key,
        labels: item.criteria.map((_, at) => said[at] ?? null),
      });
      setKept({ key, said, answer: told });
      setFailed(null);
      onLabelled();
    } catch (problem) {
      setFailed((problem as Error).message);
    } finally {
      sending.current = false;
    }
  };
  useLayoutEffect(() => {
    const press = (event: KeyboardEvent) => {
      if (event.ctrlKey || event.metaKey || event.altKey) return;
      const target = event.target as HTMLElement;
      if (target.closest?.("input, textarea, select, dialog")) return;
      const label = { y: true, n: false, u: null }[event.key];
      if (item && !answer && label !== undefined && open < item.criteria.length) say(open, label);
      // On a button Enter presses it, but for those of a criterion once all have been said: then it keeps the labels.
      const button = target.closest?.("button, a, summary");
      if (event.key !== "Enter" || (button && !(complete && button.closest(".to-label")))) return;
      event.preventDefault();
      answer ? setTurn(turn + 1) : void send();
    };
    addEventListener("keydown", press);
    return () => removeEventListener("keydown", press);
  });
  if (error) return <Problem error={error} />;
  if (!data) return <Waiting what="Choosing outputs to label" />;
  if (!item)
    return (
      <Card title="Label outputs by hand">
        <p class="meta">Everything that was judged has a label.</p>
      </Card>
    );
  return (
    <Card
      title={`Label outputs by hand: ${count(data.labelled)} done, ${count(data.left)} left`}
      class="labelling"
    >
      {labelled === 0 && !answer && (
        <p class="meta">
          You do not see whose output it is, nor what the judge says. Say for each criterion whether it is
          met; y, n and u do it from the keyboard, Enter keeps the labels.
        </p>
      )}
      {item.prompt && (
        <>
          <h3 class="sub">Task</h3>
          <LongText text={item.prompt} run={run} cell={nobody} label="Task" />
        </>
      )}
      <h3 class="sub">Output</h3>
      <LongText text={item.output} run={run} cell={nobody} label="Output to label" />
      {item.patch && (
        <>
          <h3 class="sub">Patch</h3>
          <LongText text={item.patch} run={run} cell={nobody} label="Patch to label" show={patchLines} />
        </>
      )}
      <ol class="to-label">
        {item.criteria.map((criterion, at) => (
          <li key={criterion} class={at === open && !answer ? "next" : ""}>
            <fieldset disabled={answer !== null}>
              <legend>{criterion}</legend>
              {choices.map(([word, value]) => (
                <button
                  key={word}
                  type="button"
                  aria-pressed={said[at] === value}
                  onClick={() => say(at, value)}
                >
                  {word}
                </button>
              ))}
              {answer && (
                <span class="meta">
                  {" "}
                  the judge says{" "}
                  <b class={answer.criteria[at]?.judge}>{answer.criteria[at]?.judge.replace("-", " ")}</b>
                </span>
              )}
            </fieldset>
          </li>
        ))}
      </ol>
      {failed && <p class="meta bad">{failed}</p>}
      {answer ? (
        <p>
          It was {nameText(answer.cell.subject)} on {nameText(answer.cell.task)}, run{" "}
          {answer.cell.repetition + 1}.{" "}
          <button type="button" onClick={() => setTurn(turn + 1)}>
            Next output
          </button>
        </p>
      ) : (
        <button type="button" disabled={!complete} onClick={send}>
          Keep these labels
        </button>
      )}
    </Card>
  );
}

const choices: readonly (readonly [string, boolean | null])[] = [
  ["met", true],
  ["not met", false],
  ["cannot tell", null],
];
