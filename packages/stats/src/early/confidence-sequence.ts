import type { Interval } from "../input/interval.ts";
import {
  requireCount,
  requireFinite,
  requireFraction,
  requireNonNegative,
  requirePositive,
} from "../input/require.ts";
import { allTied } from "../input/tie-tolerance.ts";
import { sum } from "../summary/mean.ts";
import { sampleDeviation } from "../summary/variance.ts";

/** Settings of a confidence sequence; they must be fixed before the first look. */
export interface ConfidenceSequenceOptions {
  /** Chance that the truth ever leaves the interval, over all looks together. Default 0.05. */
  alpha?: number;
  /** The number of tasks at which the interval should be tightest. Default 40. */
  tightestAt?: number;
  /** No look before this many tasks. Default 8. */
  startAt?: number;
  /** Also stop when the whole interval lies inside ± this. Default: never for that reason. */
  margin?: number;
}

/** What may be said after the tasks so far. */
export type ConfidenceSequence =
  | {
      state: "estimated";
      tasks: number;
      mean: number;
      interval: Interval;
      /** `different`: zero is outside; `equivalent`: inside the margin; both allow to stop. */
      decision: "different" | "equivalent" | "continue";
    }
  | { state: "zero-variance"; tasks: number; mean: number }
  | { state: "too-early"; tasks: number; startAt: number };

/**
 * An interval for the mean difference that stays valid however often one looks (Waudby-Smith et al., Annals of
 * Statistics 2024). Tasks must come in random order, both subjects done with a task before the next.
 */
export function confidenceSequence(
  differences: readonly number[],
  { alpha = 0.05, tightestAt = 40, startAt = 8, margin }: ConfidenceSequenceOptions = {},
): ConfidenceSequence {
  requireFinite("differences", differences);
  requireCount("startAt", startAt, 2);
  if (margin !== undefined) requirePositive("margin", margin);
  const tasks = differences.length;
  if (tasks < startAt) return { state: "too-early", tasks, startAt };
  const mean = sum(differences) / tasks;
  if (allTied(differences)) return { state: "zero-variance", tasks, mean };
  const half = confidenceSequenceHalfWidth(tasks, sampleDeviation(differences)!, { alpha, tightestAt });
  const interval: Interval = [mean - half, mean + half];
  const decision =
    Math.abs(mean) > half
      ? "different"
      : margin !== undefined && Math.abs(mean) + half < margin
        ? "equivalent"
        : "continue";
  return { state: "estimated", tasks, mean, interval, decision };
}

/** Half the width of the sequence after this many tasks whose differences have this standard deviation. */
export function confidenceSequenceHalfWidth(
  tasks: number,
  standardDeviation: number,
  { alpha = 0.05, tightestAt = 40 }: Pick<ConfidenceSequenceOptions, "alpha" | "tightestAt"> = {},
): number {
  requireCount("tasks", tasks, 1);
  requireNonNegative("standardDeviation", standardDeviation);
  const rho2 = confidenceSequenceRho2({ alpha, tightestAt });
  const grown = tasks * rho2 + 1;
  return (
    standardDeviation * Math.sqrt(((2 * grown) / (tasks * tasks * rho2)) * Math.log(Math.sqrt(grown) / alpha))
  );
}

/** The tuning constant ρ² that makes the sequence tightest at the given number of tasks. */
export function confidenceSequenceRho2({
  alpha = 0.05,
  tightestAt = 40,
}: Pick<ConfidenceSequenceOptions, "alpha" | "tightestAt"> = {}): number {
  requireFraction("alpha", alpha);
  requireCount("tightestAt", tightestAt, 1);
  const surprise = -2 * Math.log(alpha);
  return (surprise + Math.log(surprise) + 1) / tightestAt;
}
