import { useLayoutEffect } from "preact/hooks";
import type { CellAddress, CellView, ComparisonView, Flip, RunList } from "../../src/contract/index.ts";
import { CellEvidence } from "../cell/cell-evidence.tsx";
import { cellData } from "../cell/cell-panel.tsx";
import { DifferenceBars } from "../charts/difference-bars.tsx";
import { withQuery } from "../data/load.ts";
import { useData } from "../data/use-data.ts";
import { count, counted, fixed, money, nameText, times } from "../parts/format.ts";
import { shownSentence } from "../parts/isolate.ts";
import { More } from "../parts/more.tsx";
import { Swatch } from "../parts/outcome.tsx";
import { ScrollBox } from "../parts/scroll-box.tsx";
import { Card, Empty, Problem, Waiting } from "../parts/shell.tsx";
import { unbroken } from "../parts/unbroken.ts";
import { go, href, type Route } from "../route.ts";
import { SideChoice } from "./side-choice.tsx";

/** Two runs, or two subjects of one: in what they differ, what flipped, and any task side by side. */
export function ComparePage({ route }: { route: Route }) {
  const { a, b, subjectA = "", subjectB = "" } = route.query;
  const { data: list } = useData<RunList>("runs");
  const address = a && b ? withQuery("compare", { a, b, subjectA, subjectB }) : null;
  const { data, error } = useData<ComparisonView>(address);
  const to = (query: Record<string, string | number | null>) =>
    go(href("compare", null, { ...route.query, ...query }), { quietly: true });
  // `last` is another run as soon as there is one: the page stays with the runs that it was opened with.
  useLayoutEffect(() => {
    if (data && [a, b].some((run) => run?.startsWith("last"))) to({ a: data.a.head.id, b: data.b.head.id });
  }, [data, a, b]);
  return (
    <div class="content">
      {list && (
        <div class="sides">
          <SideChoice
            side="A"
            list={list}
            run={a}
            subject={data?.a.subject ?? subjectA}
            subjects={data?.subjectsA ?? []}
            onRun={(run) => to({ a: run, subjectA: null, task: null })}
            onSubject={(subject) => to({ subjectA: subject, task: null })}
          />
          <SideChoice
            side="B"
            list={list}
            run={b}
            subject={data?.b.subject ?? subjectB}
            subjects={data?.subjectsB ?? []}
            onRun={(run) => to({ b: run, subjectB: null, task: null })}
            onSubject={(subject) => to({ subjectB: subject, task: null })}
          />
        </div>
      )}
      {error && <Problem error={error} />}
      {!address && (
        <Empty command="x diff last~1 last">
          Choose two runs above, or two subjects of one. In the terminal:
        </Empty>
      )}
      {address && !data && !error && <Waiting what="Comparing" />}
      {data && <Comparison view={data} route={route} to={to} />}
    </div>
  );
}

function Comparison({
  view,
  route,
  to,
}: {
  view: ComparisonView;
  route: Route;
  to: (query: Record<string, string | number | null>) => void;
}) {
  const { a, b } = view;
  const open = (task: string, cellA: number, cellB: number) => to({ task, repA: cellA, repB: cellB });
  const { task, repA = "0", repB = "0" } = route.query;
  return (
    <>
      <div class="verdicts">
        {view.label && (
          <p class="warning" role="note">
            {shownSentence(view.label, [a.subject, b.subject])}
          </p>
        )}
        <p class="verdict">{unbroken(view.sentences[0] ?? "")}</p>
        <p class="coverage">
          {[
            ...view.sentences.slice(1).map(unbroken),
            `${counted(view.tasks, "task")} in both${view.families === undefined ? "" : `, of ${counted(view.families, "family", "families")}`}`,
            ...leftOut(view),
            `cost ${money(a.costPerTaskUsd)} → ${money(b.costPerTaskUsd)} a task`,
            ...(view.costRatio
              ? [
                  `${times(view.costRatio.value)} times the cost${view.costRatio.interval ? ` (${view.costRatio.interval.map(times).join(" to ")})` : ""}`,
                ]
              : []),
          ].join(" · ")}
        </p>
        {(a.head.simulated || b.head.simulated) && (
          <p class="coverage">Simulated models took part: this shows the tool, not what is compared.</p>
        )}
        {view.differences.length > 0 && (
          <details class="differences">
            <summary>{counted(view.differences.length, "difference")} beside what is compared</summary>
            <table class="plain">
              <tbody>
                {view.differences.slice(0, mostDifferences).map((each) => (
                  <tr key={each.what}>
                    <th scope="row">{each.what}</th>
                    <td>{each.a}</td>
                    <td>{each.b}</td>
                  </tr>
                ))}
              </tbody>
            </table>
            <More rest={view.differences.length - mostDifferences} />
          </details>
        )}
      </div>
      {view.perTask.length > 0 && (
        <DifferenceBars view={view} picked={task ?? null} onPick={(picked) => open(picked, 0, 0)} />
      )}
      <div class="two even">
        <Flips
          title={`Passes in B, not in A: ${nameText(b.subject)}`}
          flips={view.better}
          picked={task ?? null}
          onPick={open}
        />
        <Flips
          title={`Passes in A, not in B: ${nameText(a.subject)}`}
          flips={view.worse}
          picked={task ?? null}
          onPick={open}
        />
      </div>
      {task !== undefined && (
        <div class="two even" id="beside">
          <Beside
            side="A"
            run={a.head.id}
            cell={{ subject: a.subject, task, repetition: Number(repA) || 0 }}
            repetitions={a.head.repetitions}
            onRepetition={(repetition) => to({ repA: repetition })}
          />
          <Beside
            side="B"
            run={b.head.id}
            cell={{ subject: b.subject, task, repetition: Number(repB) || 0 }}
            repetitions={b.head.repetitions}
            onRepetition={(repetition) => to({ repB: repetition })}
          />
        </div>
      )}
    </>
  );
}

/** Of which tasks nothing is compared, in one phrase. */
function leftOut({ changed, onlyA, onlyB }: ComparisonView): string[] {
  const parts = [
    ...(changed > 0 ? [`${count(changed)} with changed content`] : []),
    ...(onlyA > 0 ? [`${count(onlyA)} only in A`] : []),
    ...(onlyB > 0 ? [`${count(onlyB)} only in B`] : []),
  ];
  return parts.length === 0 ? [] : [`${parts.join(", ")}, left out`];
}

const mostFlips = 200;
const mostDifferences = 60;

function Flips(props: {
  title: string;
  flips: readonly Flip[];
  picked: string | null;
  onPick: (task: string, a: number, b: number) => void;
}) {
  return (
    <Card title={`${props.title} (${props.flips.length})`}>
      {props.flips.length === 0 && <p class="meta">No task flipped this way.</p>}
      <ScrollBox class="flip-box" label={props.title}>
        <ul class="flips">
          {props.flips.slice(0, mostFlips).map(({ task, a, b, cellA, cellB, outcomeA, outcomeB }) => (
            <li key={task}>
              <button
                type="button"
                aria-pressed={props.picked === task}
                onClick={() => props.onPick(task, cellA.repetition, cellB.repetition)}
              >
                <Swatch outcome={outcomeA} />
                <Swatch outcome={outcomeB} /> <span class="task">{nameText(task)}</span>{" "}
                <span class="num">
                  {fixed(a, 2)} → {fixed(b, 2)}
                </span>
              </button>
            </li>
          ))}
        </ul>
        <More rest={props.flips.length - mostFlips} />
      </ScrollBox>
    </Card>
  );
}

function Beside(props: {
  side: "A" | "B";
  run: string;
  cell: CellAddress;
  repetitions: number;
  onRepetition: (repetition: number) => void;
}) {
  const { run, cell } = props;
  const { data, error } = useData<CellView>(cellData(run, cell));
  return (
    <Card
      class="beside"
      title={`${props.side}: ${nameText(cell.subject)} · ${nameText(cell.task)} · run ${cell.repetition + 1}`}
      actions={
        props.repetitions > 1 && (
          <select
            aria-label={`Run of the task on side ${props.side}`}
            value={cell.repetition}
            onChange={(event) => props.onRepetition(Number(event.currentTarget.value))}
          >
            {Array.from({ length: props.repetitions }, (_, at) => (
              <option key={at} value={at}>
                run {at + 1}
              </option>
            ))}
          </select>
        )
      }
    >
      {error && <Problem error={error} />}
      {!data && !error && <Waiting what="Reading the cell" />}
      {data && <CellEvidence cell={data} />}
    </Card>
  );
}
