import { mean, tidy } from "@flow-state-dev/stats";
import type { ReportCoverage } from "./benchmark-report.ts";
import { hasScore } from "./cell-columns.ts";
import { candidatesOf } from "./compare-with-baseline.ts";
import type { Comparison } from "./comparison.ts";
import { cellsOfTask, type ReportGrid } from "./report-grid.ts";
import type { SubjectScores } from "./subject-scores.ts";
import { decideVerdicts, pairCandidate, type VerdictOptions } from "./verdicts.ts";

/** How much of the plan has a score, and which verdicts hang on what has none. */
export function coverageOf(
  grid: ReportGrid,
  scoresOf: readonly SubjectScores[],
  comparisons: readonly Comparison[],
  plannedCells: number | undefined,
  options: VerdictOptions,
): ReportCoverage {
  const missing: ReportCoverage["missing"] = {};
  const { scores, kinds } = grid.cells;
  const there = scores.length;
  let scored = 0;
  for (let at = 0; at < there; at++) {
    if (hasScore(scores[at]!)) scored += 1;
    else missing[kinds[at]!] = (missing[kinds[at]!] ?? 0) + 1;
  }
  const due = grid.planned.reduce(
    (total, ofSubject) => ofSubject.reduce((sum, each) => sum + each, total),
    0,
  );
  const planned = Math.max(plannedCells ?? due, there);
  if (planned > there) missing.untried = planned - there;
  // Where every cell has its score there is nothing to fill in.
  const isWhole = scored === due;
  const bounds = grid.subjects.map(({ name }, subject) => {
    const mean = isWhole ? scoresOf[subject]!.mean : null;
    const ends =
      mean === null ? [boundOf(grid, subject, 0), boundOf(grid, subject, 1)] : [tidy(mean), tidy(mean)];
    return [name, ends as [number, number]] as const;
  });
  return {
    planned,
    scored,
    missing,
    bounds: Object.fromEntries(bounds),
    fragile: isWhole ? [] : fragileOf(grid, comparisons, options),
    repeated: repeatedIn(grid),
  };
}

/** The mean of a subject over its tasks with everything that is missing set to `fill`; `fill` when all is missing. */
function boundOf(grid: ReportGrid, subject: number, fill: 0 | 1): number {
  return tidy(
    mean(
      filledRuns(grid, subject, fill)
        .filter((runs) => runs.length > 0)
        .map((runs) => mean(runs)!),
    ) ?? fill,
  );
}

/** Scores task by task, with those that are missing set to `fill`. */
function filledRuns(grid: ReportGrid, subject: number, fill: 0 | 1): number[][] {
  const { scores } = grid.cells;
  return grid.tasks.map((_, task) => {
    const [start, end] = cellsOfTask(grid, subject, task);
    const filled = new Array<number>(Math.max(end - start, grid.planned[subject]![task]!)).fill(fill);
    for (let at = start; at < end; at++) if (hasScore(scores[at]!)) filled[at - start] = scores[at]!;
    return filled;
  });
}

function fragileOf(grid: ReportGrid, comparisons: readonly Comparison[], options: VerdictOptions): string[] {
  if (comparisons.length === 0) return [];
  const changed = new Set<string>();
  for (const fill of [0, 1] as const) {
    const baseline = filledRuns(grid, grid.primary, fill === 0 ? 1 : 0);
    const candidates = candidatesOf(grid).map((place) =>
      pairCandidate(grid, filledRuns(grid, place, fill), baseline),
    );
    decideVerdicts(candidates, options).forEach(({ verdict }, at) => {
      if (verdict !== comparisons[at]!.verdict) changed.add(comparisons[at]!.candidate);
    });
  }
  return comparisons.flatMap(({ candidate }) => (changed.has(candidate) ? [candidate] : []));
}

/** Cells of a task are in the order of their repetition, so those that share one are neighbours. */
function repeatedIn({ cells: { starts, runs } }: ReportGrid): number {
  let repeated = 0;
  for (let place = 0; place + 1 < starts.length; place++) {
    for (let at = starts[place]! + 1; at < starts[place + 1]!; at++)
      if (runs[at] === runs[at - 1]) repeated++;
  }
  return repeated;
}
