import { type CostPair, costRatios, type Families, resamplesFor } from "@flow-state-dev/stats";
import { hasScore } from "./cell-columns.ts";
import type { Comparison } from "./comparison.ts";
import { cellsOfTask, type ReportGrid } from "./report-grid.ts";

/** A subject, and the tasks that it shares with the baseline. */
export interface ComparedSubject {
  place: number;
  tasks: readonly number[];
  /** The families of these, of which samples are drawn. Default: every task is alone. */
  families?: Families | undefined;
}

/**
 * How many times as much each candidate costs as the baseline, for a run of each of its tasks. Judges are not part
 * of it. Null when a cost is not known, or is 0. Candidates with as many tasks share what is drawn at random.
 */
export function costRatiosOf(
  grid: ReportGrid,
  candidates: readonly ComparedSubject[],
  seed: number,
): Comparison["costRatio"][] {
  const ratios = candidates.map((): Comparison["costRatio"] => null);
  const pairs = candidates.map((candidate) => costPair(grid, candidate));
  const known = [...candidates.keys()].filter((at) => pairs[at] !== null);
  for (const [tasks, places] of Map.groupBy(known, (at) => candidates[at]!.tasks.length)) {
    const together = places.map((at) => pairs[at]!);
    costRatios(together, { seed, resamples: resamplesFor(tasks) }).forEach((ratio, at) => {
      ratios[places[at]!] = ratio && { value: ratio.value, interval95: ratio.interval };
    });
  }
  return ratios;
}

function costPair(grid: ReportGrid, { place, tasks, families }: ComparedSubject): CostPair | null {
  const candidate = new Array<number>(tasks.length);
  const baseline = new Array<number>(tasks.length);
  let costsAnything = false;
  for (let at = 0; at < tasks.length; at++) {
    const cost = costOfOneRun(grid, place, tasks[at]!);
    const other = costOfOneRun(grid, grid.primary, tasks[at]!);
    if (cost === null || other === null) return null;
    candidate[at] = cost;
    baseline[at] = other;
    costsAnything ||= cost > 0;
  }
  return costsAnything ? { candidate, baseline, families } : null;
}

/** Mean cost of a subject's runs of a task that have a score; null when there is none or a cost is not known. */
export function costOfOneRun(grid: ReportGrid, subject: number, task: number): number | null {
  const { scores, comparedUsd } = grid.cells;
  const [start, end] = cellsOfTask(grid, subject, task);
  let total = 0;
  let scored = 0;
  for (let at = start; at < end; at++) {
    if (!hasScore(scores[at]!)) continue;
    if (Number.isNaN(comparedUsd[at]!)) return null;
    total += comparedUsd[at]!;
    scored++;
  }
  return scored === 0 ? null : total / scored;
}
