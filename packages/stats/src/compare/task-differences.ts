import { requireFinite, requireSameLength } from "../input/require.ts";
import { tieTolerance } from "../input/tie-tolerance.ts";
import { sum } from "../summary/mean.ts";

/** The scores of one subject: one list of runs per task. */
export type RunsByTask = readonly (readonly number[])[];

/** Two subjects paired by task. All lists run over the tasks that both have scores for. */
export interface TaskDifferences {
  /** Where the kept tasks stand in the lists given. */
  tasks: number[];
  /** Where the tasks stand that one side, or both, have no score for; they take no part. */
  dropped: number[];
  meansA: number[];
  meansB: number[];
  /** Mean of A minus mean of B; 0 where only rounding tells them apart. */
  differences: number[];
}

/** Pairs two subjects by task: A's mean over its runs minus B's, each task of equal weight. */
export function taskDifferences(a: RunsByTask, b: RunsByTask): TaskDifferences {
  requireSameLength("a", a, "b", b);
  const result: TaskDifferences = { tasks: [], dropped: [], meansA: [], meansB: [], differences: [] };
  a.forEach((runsA, task) => {
    const runsB = b[task]!;
    // Names are made only where they are needed: there may be a million tasks.
    if (!allFinite(runsA)) requireFinite(`a[${task}]`, runsA);
    if (!allFinite(runsB)) requireFinite(`b[${task}]`, runsB);
    if (runsA.length === 0 || runsB.length === 0) {
      result.dropped.push(task);
      return;
    }
    const meanA = sum(runsA) / runsA.length;
    const meanB = sum(runsB) / runsB.length;
    result.tasks.push(task);
    result.meansA.push(meanA);
    result.meansB.push(meanB);
    result.differences.push(differenceOf(meanA, meanB));
  });
  return result;
}

/** A minus B; 0 where only rounding tells them apart, which would count as a difference on every task. */
export function differenceOf(a: number, b: number): number {
  const isTied = Math.abs(a - b) <= tieTolerance * Math.max(1, Math.abs(a), Math.abs(b));
  return isTied ? 0 : a - b;
}

function allFinite(values: readonly number[]): boolean {
  for (let i = 0; i < values.length; i++) if (!Number.isFinite(values[i])) return false;
  return true;
}
