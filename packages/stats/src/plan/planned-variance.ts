import { requireCount, requireNonNegative } from "../input/require.ts";

/** What is believed about a comparison before it is run. Variances are of scores from 0 to 1. */
export interface Assumptions {
  /** Variance over tasks of the true difference between the subjects. */
  taskVariance: number;
  /** Variance between runs of one task, for each subject. Default 0. */
  runVarianceA?: number;
  runVarianceB?: number;
  /** Runs of each task. Default 1. */
  runsA?: number;
  runsB?: number;
}

/** The variance that one task's difference will have: the true one plus what the runs leave of their noise. */
export function plannedVariance(assumptions: Assumptions): number {
  const { taskVariance, runVarianceA = 0, runVarianceB = 0, runsA = 1, runsB = 1 } = assumptions;
  requireNonNegative("taskVariance", taskVariance);
  requireNonNegative("runVarianceA", runVarianceA);
  requireNonNegative("runVarianceB", runVarianceB);
  requireCount("runsA", runsA, 1);
  requireCount("runsB", runsB, 1);
  return taskVariance + runVarianceA / runsA + runVarianceB / runsB;
}

/** The standard error the mean difference will have over this many tasks. */
export function plannedStandardError(tasks: number, assumptions: Assumptions): number {
  requireCount("tasks", tasks, 1);
  return Math.sqrt(plannedVariance(assumptions) / tasks);
}
