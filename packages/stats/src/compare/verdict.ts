import { requireCount, requireFinite, requireFraction, requireProbability } from "../input/require.ts";

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
  /** The difference is shown to be one that does not matter, as by `isEquivalent`. */
  equivalent: boolean;
  /** Default 0.05. */
  alpha?: number;
}

/** The verdict of a comparison. A difference that is shown is one, however small. */
export function verdict({ tasks, difference, pAdjusted, equivalent, alpha = 0.05 }: VerdictInput): Verdict {
  requireCount("tasks", tasks);
  requireFinite("difference", [difference]);
  requireProbability("pAdjusted", pAdjusted);
  requireFraction("alpha", alpha);
  if (tasks < minimumTasks) return "too-few-tasks";
  if (pAdjusted < alpha) return difference > 0 ? "better" : "worse";
  return equivalent ? "equivalent" : "inconclusive";
}
