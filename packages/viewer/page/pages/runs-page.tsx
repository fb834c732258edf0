import { useMemo, useRef, useState } from "preact/hooks";
import type { RunList, RunListItem, RunScore } from "../../src/contract/index.ts";
import { TrendLine } from "../charts/trend-line.tsx";
import { useRevision } from "../data/live.ts";
import { useData } from "../data/use-data.ts";
import { VirtualRows } from "../grid/virtual-rows.tsx";
import { CutName } from "../parts/cut-name.tsx";
import { count, counted, joined, meanText, money, nameText, when } from "../parts/format.ts";
import { sharedStarts } from "../parts/shared-starts.ts";
import { Card, Empty, Problem, Waiting } from "../parts/shell.tsx";
import { useNarrow } from "../parts/use-narrow.ts";
import { go, href, type Route } from "../route.ts";
import { useScores } from "./use-scores.ts";

/** So many runs stand on the page as they are; more scroll in a box of their own. */
const atOnce = 40;

/** So many suites and benchmarks have their line above the list. */
const mostLines = 6;

/** So many scores are read when the list is there; those of older runs when somebody comes to them. */
const scoresAtOnce = 60;

/** All runs, the newest first; a line over time for each suite or benchmark. */
export function RunsPage({ route }: { route: Route }) {
  const revision = useRevision(null);
  const { data, error } = useData<RunList>("runs", revision);
  const [picked, setPicked] = useState<string[]>([]);
  const { q = "", kind = "" } = route.query;
  const runs = useMemo(() => shown(data?.runs ?? [], q, kind), [data, q, kind]);
  const alike = useMemo(() => sharedStarts(runs.map(({ name }) => name)), [runs]);
  const lowest = useRef(0);
  const [wanted, setWanted] = useState(scoresAtOnce);
  const scores = useScores(runs.slice(0, wanted));
  const narrow = useNarrow();
  const rowHeight = narrow ? 80 : 58;
  if (error) return <Problem error={error} />;
  if (!data) return <Waiting what="Reading the runs" />;
  if (data.runs.length === 0)
    return (
      <Empty command="x bench bench/example-suite.json">
        No run is kept here yet. Make one, or look where x was run before:
      </Empty>
    );
  const to = (query: Record<string, string>) =>
    go(href("runs", null, { q, kind, ...query }), { quietly: true });
  const kinds = [...new Set(data.runs.map((run) => run.kind))];
  const toggle = (id: string) =>
    setPicked((ids) => (ids.includes(id) ? ids.filter((each) => each !== id) : [...ids.slice(-1), id]));
  // The newest come first in the list; a comparison goes from the older run to the newer one.
  const [b, a] = data.runs.filter(({ id }) => picked.includes(id));
  return (
    <div class="content">
      <TrendLines runs={runs} scores={scores} />
      <Card
        title={counted(runs.length, "run")}
        actions={
          <a
            class={`button${picked.length === 2 ? "" : " off"}`}
            aria-disabled={picked.length !== 2}
            href={a && b ? href("compare", null, { a: a.id, b: b.id }) : undefined}
          >
            Compare {picked.length} of 2
          </a>
        }
      >
        <div class="filters">
          <input
            type="search"
            placeholder="name, subject, model, id"
            aria-label="Search runs"
            value={q}
            onInput={(event) => to({ q: event.currentTarget.value })}
          />
          <select
            aria-label="Kind"
            value={kind}
            onChange={(event) => to({ kind: event.currentTarget.value })}
          >
            <option value="">all kinds</option>
            {kinds.map((each) => (
              <option key={each} value={each}>
                {each}
              </option>
            ))}
          </select>
        </div>
        {runs.length === 0 && <p class="waiting">No run fits.</p>}
        <VirtualRows
          key={rowHeight}
          count={runs.length}
          rowHeight={rowHeight}
          height={runs.length <= atOnce ? runs.length * rowHeight + 1 : 700}
          label="Runs"
          onRows={() => setWanted(Math.ceil((lowest.current + 1) / scoresAtOnce) * scoresAtOnce)}
          row={(at) => {
            lowest.current = Math.max(lowest.current, at);
            return (
              <RunRow
                run={runs[at]!}
                shared={alike.get(runs[at]!.name)}
                narrow={narrow}
                score={scores.get(runs[at]!.id) ?? null}
                picked={picked.includes(runs[at]!.id)}
                onPick={() => toggle(runs[at]!.id)}
              />
            );
          }}
        />
        {data.more > 0 && <p class="meta">{count(data.more)} older runs are not listed.</p>}
      </Card>
    </div>
  );
}

function RunRow(props: {
  run: RunListItem;
  /** How much of its name another run has as well. */
  shared: number | undefined;
  /** Without room for columns: what they hold stands below the name. */
  narrow: boolean;
  score: RunScore | null;
  picked: boolean;
  onPick: () => void;
}) {
  const { run, narrow, score } = props;
  const who =
    run.subjects.length > 1
      ? `${run.subjects.length} ${run.kind === "bench" ? "agents" : "subjects"}`
      : nameText(run.subjects[0] ?? "");
  const cost = costText(run, score?.unknownCosts ?? 0);
  const cells = `${count(run.scored)} of ${count(run.planned)}`;
  const commit = run.commit && `${run.commit.slice(0, 7)}${run.dirty ? "*" : ""}`;
  return (
    <div class={`run-row${narrow ? " narrow" : ""}`}>
      <input
        type="checkbox"
        aria-label={`Compare run ${run.short}`}
        checked={props.picked}
        onChange={props.onPick}
      />
      <div class="who">
        <div class="title">
          <a class="link" href={href("run", run.id)}>
            <CutName name={run.name} shared={props.shared} />
          </a>{" "}
          {!narrow && <Badges run={run} kind />}
        </div>
        {narrow ? <Badges run={run} /> : <div class="meta">{joined([who, run.models])}</div>}
      </div>
      <ScoreOf score={score} among={run.subjects.length > 1 && !narrow ? run.subjects : null} />
      {narrow && <div class="meta rest">{joined([cost, cells, when(run.createdAt), run.kind, who])}</div>}
      {!narrow && (
        <>
          <div class="num cost">
            <span title={costNote(run)}>{cost}</span>
            <div class="meta">{cells}</div>
          </div>
          <div class="num when">
            {when(run.createdAt)}
            <div class="meta">{joined([run.short, commit])}</div>
          </div>
        </>
      )}
    </div>
  );
}

/** The cost as the list in a terminal has it: at most so much, or so much and more that nobody knows. */
function costText({ costUsd, carriedUsd, unknownCalls, atLeast }: RunListItem, unknownCosts: number): string {
  if (costUsd === null) return money(null);
  const more = atLeast || unknownCalls + unknownCosts > 0 ? "+?" : "";
  return `${carriedUsd > 0 ? "≤ " : ""}${money(costUsd)}${more}`;
}

function costNote({ carriedUsd }: RunListItem): string | undefined {
  return carriedUsd > 0
    ? "The most it can be: nobody knows how some calls ended, nor what they cost."
    : undefined;
}

/** What has to be known of a run before its numbers are read. */
function Badges({ run, kind = false }: { run: RunListItem; kind?: boolean }) {
  return (
    <span class="badges">
      {kind && <span class="badge">{run.kind}</span>}
      {run.simulated && <span class="badge sim">simulated</span>}
      {run.importedAt && (
        <span class="badge" title={`Taken in from a file, ${when(run.importedAt)}`}>
          imported
        </span>
      )}
      {run.waiting ? (
        <span class="badge" title="It is given out, and no worker works on it">
          waiting
        </span>
      ) : (
        run.state !== "finished" && <span class={`badge ${run.state}`}>{run.state}</span>
      )}
    </span>
  );
}

/** The best score of a run, and whose it is among several. */
function ScoreOf({ score, among }: { score: RunScore | null; among: readonly string[] | null }) {
  if (score?.mean == null)
    return (
      <div class="score">
        <span class="meta">–</span>
      </div>
    );
  const { mean, interval, unit, subject } = score;
  return (
    <div class="score">
      <b>{meanText(mean, unit)}</b>{" "}
      {interval && (
        <span class="meta">
          {meanText(interval[0], unit)} to {meanText(interval[1], unit)}
        </span>
      )}
      {among && (
        <div class="meta">
          <CutName name={subject} shared={sharedStarts(among).get(subject)} />
        </div>
      )}
    </div>
  );
}

function TrendLines({
  runs,
  scores,
}: {
  runs: readonly RunListItem[];
  scores: ReadonlyMap<string, RunScore>;
}) {
  // Played models and real ones are not one line.
  const byName = Map.groupBy(runs, ({ name, kind, simulated }) => `${kind} ${simulated} ${name}`);
  const lines = [...byName].flatMap(([key, group]) => {
    const points = group.flatMap((run) => {
      const score = scores.get(run.id);
      return score?.mean == null ? [] : [{ run, score }];
    });
    return points.length > 1 ? [{ key, points: points.reverse() }] : [];
  });
  if (lines.length === 0) return null;
  return (
    <>
      <div class="trends">
        {lines.slice(0, mostLines).map(({ key, points }) => (
          <TrendLine key={key} points={points} />
        ))}
      </div>
      {lines.length > mostLines && (
        <p class="meta">
          {counted(lines.length - mostLines, "more line")} from run to run: search for a name to see its own.
        </p>
      )}
    </>
  );
}

function shown(runs: readonly RunListItem[], q: string, kind: string): RunListItem[] {
  const words = q.toLowerCase().split(/\s+/).filter(Boolean);
  return runs.filter((run) => {
    if (kind !== "" && run.kind !== kind) return false;
    const text = [
      run.name,
      run.id,
      run.models,
      run.waiting ? "waiting" : run.state,
      run.commit ?? "",
      run.simulated ? "simulated" : "",
      run.importedAt ? "imported" : "",
      ...run.subjects,
    ]
      .join(" ")
      .toLowerCase();
    return words.every((word) => text.includes(word));
  });
}
