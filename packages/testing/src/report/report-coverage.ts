import { mean, taskDifferences } from "@flow-state-dev/stats";
import type { ReportCoverage } from "./benchmark-report.ts";
import { candidatesOf } from "./compare-with-baseline.ts";
import type { Comparison } from "./comparison.ts";
import type { ReportGrid } from "./report-grid.ts";
import { tidy } from "./tidy.ts";
import { decideVerdicts, type VerdictOptions } from "./verdicts.ts";

/** How much of the plan has a score, and which verdicts hang on what has none. */
export function coverageOf(
  grid: ReportGrid,
  comparisons: readonly Comparison[],
  plannedCells: number | undefined,
  options: VerdictOptions,
): ReportCoverage {
  const missing: ReportCoverage["missing"] = {};
  let [there, scored] = [0, 0];
  for (const ofSubject of grid.cells) {
    for (const runs of ofSubject) {
      there += runs.length;
      for (const { score, kind } of runs) {
        if (score !== null) scored += 1;
        else missing[kind] = (missing[kind] ?? 0) + 1;
      }
    }
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
    const hasCells = grid.planned[subject]!.some((count) => count > 0);
    const low = boundOf(grid, subject, 0);
    return [name, [low, isWhole && hasCells ? low : boundOf(grid, subject, 1)] as [number, number]] as const;
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
function filledRuns({ cells, planned }: ReportGrid, subject: number, fill: 0 | 1): number[][] {
  return cells[subject]!.map((runs, task) => {
    const scores = runs.map(({ score }) => score ?? fill);
    while (scores.length < planned[subject]![task]!) scores.push(fill);
    return scores;
  });
}

function fragileOf(grid: ReportGrid, comparisons: readonly Comparison[], options: VerdictOptions): string[] {
  if (comparisons.length === 0) return [];
  const changed = new Set<string>();
  for (const fill of [0, 1] as const) {
    const baseline = filledRuns(grid, grid.primary, fill === 0 ? 1 : 0);
    const differences = candidatesOf(grid).map(
      (place) => taskDifferences(filledRuns(grid, place, fill), baseline).differences,
    );
    decideVerdicts(differences, options).forEach(({ verdict }, at) => {
      if (verdict !== comparisons[at]!.verdict) changed.add(comparisons[at]!.candidate);
    });
  }
  return comparisons.flatMap(({ candidate }) => (changed.has(candidate) ? [candidate] : []));
}

/** Cells of a task are in the order of their repetition, so those that share one are neighbours. */
function repeatedIn({ cells }: ReportGrid): number {
  let repeated = 0;
  for (const runs of cells.flat()) {
    if (runs.length < 2) continue;
    for (let at = 1; at < runs.length; at++) {
      if (runs[at]!.result.run === runs[at - 1]!.result.run) repeated++;
    }
  }
  return repeated;
}
