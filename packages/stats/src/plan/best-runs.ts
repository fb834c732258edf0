import { requireNonNegative, requirePositive } from "../input/require.ts";

/** What the best number of runs depends on. */
export interface BestRunsInput {
  /** Variance between runs of one task, both subjects added up. */
  runVariance: number;
  /** Variance over tasks of the true difference. */
  taskVariance: number;
  /** What a new task costs by itself (to write, to set up), in the unit of `runCost`. */
  taskCost: number;
  /** What one more run of a task costs. */
  runCost: number;
}

/**
 * The number of runs per task, 1 or more and not rounded, that spends a budget best. Null when the true difference is
 * the same on all tasks and a task costs something: then more runs are always better than more tasks.
 */
export function bestRunsPerTask({
  runVariance,
  taskVariance,
  taskCost,
  runCost,
}: BestRunsInput): number | null {
  requireNonNegative("runVariance", runVariance);
  requireNonNegative("taskVariance", taskVariance);
  requireNonNegative("taskCost", taskCost);
  requirePositive("runCost", runCost);
  if (runVariance === 0 || taskCost === 0) return 1;
  if (taskVariance === 0) return null;
  return Math.max(1, Math.sqrt((runVariance / taskVariance) * (taskCost / runCost)));
}
