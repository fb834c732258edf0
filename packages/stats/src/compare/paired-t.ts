import { type MeanInterval, type MeanIntervalOptions, meanInterval } from "../mean/mean-interval.ts";
import { studentTTwoSidedP } from "../special/student-t.ts";

/** A paired t test for tasks like these, or why there is none. */
export type PairedT =
  | (Extract<MeanInterval, { state: "estimated" }> & {
      t: number;
      /** Two-sided. */
      p: number;
    })
  | Exclude<MeanInterval, { state: "estimated" }>;

/**
 * Student's t test of per-task differences against zero: the default comparison of two subjects. The task is
 * the unit; more runs of a task only make its difference less noisy. Zero variance has no t: ask the sign-flip.
 */
export function pairedT(differences: readonly number[], options: MeanIntervalOptions = {}): PairedT {
  const result = meanInterval(differences, options);
  if (result.state !== "estimated") return result;
  const t = result.mean / result.standardError;
  return { ...result, t, p: studentTTwoSidedP(t, result.degreesOfFreedom) };
}
