import {
  glanceCells,
  isTimed,
  type OutcomeKind,
  type Run,
  type RunStore,
  subjectTimes,
} from "@flow-state-dev/records/store";
import {
  type GridView,
  noCell,
  type OutcomeName,
  outcomeCodes,
  scoreCode,
} from "@flow-state-dev/viewer/contract";
import { plannedPairs } from "../show/planned-pairs.ts";
import { plannedRuns } from "../show/planned-runs.ts";
import type { TaskFacts } from "./task-facts.ts";

/** With more pairs of subject and task than this the page is not told what each costs and takes. */
const mostPairs = 20_000;

/** Of a larger benchmark times are those of whole cells, judging included: the page does not wait for the others. */
const cellsRead = 10_000;

/**
 * Every cell of a run, as the page draws it. Cells of tasks that are no longer in the plan are left out, and tasks that
 * repeat less often than others have none beyond their own runs.
 */
export async function gridOfRun(store: RunStore, run: Run, tasks: readonly TaskFacts[]): Promise<GridView> {
  const { subjects, runs } = run.manifest;
  const rows = new Map(subjects.map((name, at) => [name, at]));
  const columns = new Map(tasks.map(({ id }, at) => [id, at]));
  const pairs = subjects.length * tasks.length;
  const codes = untriedCodes(run, tasks);
  const scores = new Array<string>(pairs * runs).fill(scoreCode(null));
  const sums = pairs <= mostPairs ? pairSums(pairs) : null;
  const cells = await glanceCells(store, run.id);
  const timeOf = sums && isRead(run) ? await subjectTimes(store, run) : null;
  // Of a task that is one subject's alone the others have nothing.
  if (plannedRuns(run) !== null && plannedPairs(run) === null)
    blankOthers(codes, subjects, columns, runs, cells);
  for (const [at, repetition] of cells.run.entries()) {
    const [row, column] = [rows.get(cells.subject[at]!), columns.get(cells.task[at]!)];
    if (row === undefined || column === undefined || repetition >= runs) continue;
    const pair = row * tasks.length + column;
    const place = pair * runs + repetition;
    const standing = cells.standing[at]!;
    codes[place] = outcomeCodes[standing ?? "untried"];
    scores[place] = scoreCode(cells.score[at]!);
    if (!sums || standing === null || standing === "running") continue;
    sums.addCost(pair, cells.costUsd[at]!);
    if (!isTimed(standing) || cells.suspect[at]) continue;
    const cell = { subject: cells.subject[at]!, task: cells.task[at]!, run: repetition };
    sums.addTime(pair, timeOf?.(cell) ?? cells.workingMs[at]!);
  }
  const families = new Set(tasks.map(({ family }, at) => family ?? at)).size;
  return {
    run: run.id,
    subjects: [...subjects],
    tasks: tasks.map(({ id, category }) => ({ id, category })),
    ...(families < tasks.length && { families }),
    repetitions: runs,
    codes: codes.join(""),
    scores: scores.join(""),
    perTask: sums?.means() ?? null,
  };
}

function isRead({ manifest: { kind }, plannedCells }: Run): boolean {
  return kind === "bench" || plannedCells <= cellsRead;
}

/** A letter for every place, as if nothing was tried: blank where nothing was to be. */
function untriedCodes(run: Run, tasks: readonly TaskFacts[]): string[] {
  const { subjects, runs } = run.manifest;
  const planned = plannedRuns(run);
  const row = tasks.flatMap(({ id }) => {
    const own = Math.min(planned?.get(id) ?? runs, runs);
    return [
      ...new Array<string>(own).fill(outcomeCodes.untried),
      ...new Array<string>(runs - own).fill(noCell),
    ];
  });
  return subjects.flatMap(() => row);
}

/** Blanks the places of the tasks that have cells, which the cells then fill. */
function blankOthers(
  codes: string[],
  subjects: readonly string[],
  columns: ReadonlyMap<string, number>,
  runs: number,
  cells: { subject: readonly string[]; task: readonly string[] },
): void {
  const owners = new Map<string, Set<string>>();
  for (const [at, task] of cells.task.entries())
    owners.set(task, (owners.get(task) ?? new Set()).add(cells.subject[at]!));
  for (const [task, own] of owners) {
    const column = columns.get(task);
    if (column === undefined) continue;
    for (const [row, subject] of subjects.entries()) {
      const from = (row * columns.size + column) * runs;
      if (!own.has(subject)) codes.fill(noCell, from, from + runs);
    }
  }
}

/** Sums by pair of subject and task, in lists of plain numbers: there are many. */
function pairSums(pairs: number) {
  const [cells, timed] = [new Uint32Array(pairs), new Uint32Array(pairs)];
  const [usd, ms] = [new Float64Array(pairs), new Float64Array(pairs)];
  return {
    /** A cost that is not known makes that of the whole pair not a number. */
    addCost(pair: number, costUsd: number | null): void {
      cells[pair]! += 1;
      usd[pair]! += costUsd ?? Number.NaN;
    },
    addTime(pair: number, workingMs: number): void {
      timed[pair]! += 1;
      ms[pair]! += workingMs;
    },
    means(): { costUsd: (number | null)[]; ms: (number | null)[] } {
      return {
        costUsd: Array.from(cells, (count, at) =>
          count === 0 || Number.isNaN(usd[at]) ? null : rounded(usd[at]! / count),
        ),
        ms: Array.from(timed, (count, at) => (count === 0 ? null : Math.round(ms[at]! / count))),
      };
    },
  };
}

/** How a cell stands. */
export function standing(outcome: OutcomeKind | null | undefined, running: boolean): OutcomeName {
  return running ? "running" : (outcome ?? "untried");
}

function rounded(usd: number): number {
  return Number(usd.toPrecision(4));
}
