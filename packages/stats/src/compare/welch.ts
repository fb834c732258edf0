import type { Interval } from "../input/interval.ts";
import { requireFinite, requireFraction } from "../input/require.ts";
import { allTied } from "../input/tie-tolerance.ts";
import { studentTQuantile, studentTTwoSidedP } from "../special/student-t.ts";
import { sum } from "../summary/mean.ts";
import { sampleVariance } from "../summary/variance.ts";

/** A test of two independent means, or why there is none. */
export type Welch =
  | {
      state: "estimated";
      difference: number;
      standardError: number;
      t: number;
      degreesOfFreedom: number;
      interval: Interval;
      /** Two-sided. */
      p: number;
    }
  | { state: "zero-variance"; difference: number }
  | { state: "too-few-values" };

/**
 * Welch's t test of two independent samples, variances allowed to differ: for two subjects on different tasks,
 * or for the runs of one task. Needs two values a side. Subjects on the same tasks deserve `pairedT`.
 */
export function welch(
  a: readonly number[],
  b: readonly number[],
  { confidence = 0.95 }: { /** Default 0.95. */ confidence?: number } = {},
): Welch {
  requireFinite("a", a);
  requireFinite("b", b);
  requireFraction("confidence", confidence);
  if (a.length < 2 || b.length < 2) return { state: "too-few-values" };
  const difference = sum(a) / a.length - sum(b) / b.length;
  if (allTied(a) && allTied(b)) return { state: "zero-variance", difference };
  const partA = sampleVariance(a)! / a.length;
  const partB = sampleVariance(b)! / b.length;
  const standardError = Math.sqrt(partA + partB);
  // Shares instead of squares, so that tiny variances do not underflow.
  const shareA = partA / (partA + partB);
  const degreesOfFreedom = 1 / (shareA ** 2 / (a.length - 1) + (1 - shareA) ** 2 / (b.length - 1));
  const t = difference / standardError;
  const half = studentTQuantile((1 + confidence) / 2, degreesOfFreedom) * standardError;
  return {
    state: "estimated",
    difference,
    standardError,
    t,
    degreesOfFreedom,
    interval: [difference - half, difference + half],
    p: studentTTwoSidedP(t, degreesOfFreedom),
  };
}
