import type { Interval } from "../input/interval.ts";
import { requireFraction, requirePositive } from "../input/require.ts";
import type { MeanInterval, MeanIntervalOptions } from "../mean/mean-interval.ts";
import { meanInterval } from "../mean/mean-interval.ts";
import { studentTCdf } from "../special/student-t.ts";

/** Settings of the equivalence test. */
export interface TostOptions extends Pick<MeanIntervalOptions, "families"> {
  /** Differences within ± this do not matter. Default 0.05 on a scale of 0 to 1. */
  margin?: number;
  /** Default 0.05; the interval then has confidence 0.90. */
  alpha?: number;
}

/** An equivalence test for tasks like these, or why there is none. */
export type Tost =
  | {
      state: "estimated";
      tasks: number;
      mean: number;
      margin: number;
      /** Confidence 1 − 2·alpha; the subjects are equivalent when it lies inside ± margin. */
      interval: Interval;
      /** The larger of the two one-sided p. */
      p: number;
      equivalent: boolean;
    }
  | Exclude<MeanInterval, { state: "estimated" }>;

/**
 * Two one-sided t tests: is the mean difference shown to be smaller than the margin? "Not significant" is not
 * "the same"; this is the test that may say "the same".
 */
export function tost(
  differences: readonly number[],
  { margin = 0.05, alpha = 0.05, families }: TostOptions = {},
): Tost {
  requirePositive("margin", margin);
  requireFraction("2·alpha", 2 * alpha);
  const result = meanInterval(differences, { confidence: 1 - 2 * alpha, families });
  if (result.state !== "estimated") return result;
  const { tasks, mean, standardError, degreesOfFreedom, interval } = result;
  const p = Math.max(
    studentTCdf((mean - margin) / standardError, degreesOfFreedom),
    studentTCdf(-(mean + margin) / standardError, degreesOfFreedom),
  );
  return { state: "estimated", tasks, mean, margin, interval, p, equivalent: p < alpha };
}
