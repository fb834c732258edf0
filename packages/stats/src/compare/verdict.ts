import type { Interval } from "../input/interval.ts";
import {
  requireCount,
  requireFinite,
  requireFraction,
  requirePositive,
  requireProbability,
} from "../input/require.ts";
import { tieTolerance } from "../input/tie-tolerance.ts";
import { zeroFailuresBound } from "../rate/clopper-pearson.ts";

/** Below this many tasks no sign pattern is rare enough for 5 %, so nothing can be told. */
export const minimumTasks = 6;

/** What may be said about a candidate beside its baseline, for tasks like these. */
export type Verdict = "better" | "worse" | "equivalent" | "inconclusive" | "too-few-tasks";

/** What a verdict is made of. */
export interface VerdictInput {
  tasks: number;
  /** Mean difference, candidate minus baseline. */
  difference: number;
  /** The paired t's p, or the sign-flip's when the differences have no variance; adjusted for the other pairs. */
  pAdjusted: number;
  /** The 1 − 2·alpha interval of the equivalence test; null when the differences have no variance. */
  interval: Interval | null;
  /** Differences within ± this do not matter. Default 0.05. */
  margin?: number;
  /** Default 0.05. */
  alpha?: number;
}

/**
 * The verdict of a comparison. Without any variance the subjects count as equivalent only when they never
 * differed on so many tasks that differing tasks must be rarer than the margin (59 tasks for 0.05); it assumes
 * scores of 0 to 1.
 */
export function verdict({
  tasks,
  difference,
  pAdjusted,
  interval,
  margin = 0.05,
  alpha = 0.05,
}: VerdictInput): Verdict {
  requireCount("tasks", tasks);
  requireFinite("difference", [difference]);
  requireProbability("pAdjusted", pAdjusted);
  requirePositive("margin", margin);
  requireFraction("alpha", alpha);
  if (tasks < minimumTasks) return "too-few-tasks";
  if (pAdjusted < alpha) return difference > 0 ? "better" : "worse";
  if (interval) return interval[0] > -margin && interval[1] < margin ? "equivalent" : "inconclusive";
  const neverDiffered =
    Math.abs(difference) <= tieTolerance && zeroFailuresBound(tasks, { confidence: 1 - alpha }) < margin;
  return neverDiffered ? "equivalent" : "inconclusive";
}
