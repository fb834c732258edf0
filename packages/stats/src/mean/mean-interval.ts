import type { Families } from "../input/families.ts";
import { type IndependentUnits, independentUnits } from "../input/independent-units.ts";
import type { Interval } from "../input/interval.ts";
import { requireFinite, requireFraction } from "../input/require.ts";
import { allTied } from "../input/tie-tolerance.ts";
import { studentTQuantile } from "../special/student-t.ts";
import { sum } from "../summary/mean.ts";
import { squaredDeviations } from "../summary/variance.ts";

/** Settings of a t interval over tasks. */
export interface MeanIntervalOptions {
  /** How often, in the long run, such an interval holds the truth. Default 0.95. */
  confidence?: number;
  /**
   * The family of each task (same repository, same template), in the order of the values. Families, not tasks,
   * then count as independent: degrees of freedom are families − 1, and fewer where their sizes differ.
   */
  families?: Families | undefined;
}

/**
 * A mean over tasks with its uncertainty for tasks like these, or why there is none. With zero variance the
 * values say nothing about how far other tasks may lie, so there is a mean but no interval.
 */
export type MeanInterval =
  | {
      state: "estimated";
      tasks: number;
      mean: number;
      /** Sample standard deviation (n − 1) of the task values. */
      standardDeviation: number;
      standardError: number;
      degreesOfFreedom: number;
      /** The t quantile the interval is made with; never "2". */
      criticalValue: number;
      interval: Interval;
    }
  | { state: "zero-variance"; tasks: number; mean: number }
  | { state: "too-few-tasks"; tasks: number };

/** Student's t interval of a mean over tasks, each task one value of equal weight. Needs two tasks (families). */
export function meanInterval(
  values: readonly number[],
  { confidence = 0.95, families }: MeanIntervalOptions = {},
): MeanInterval {
  requireFinite("values", values);
  requireFraction("confidence", confidence);
  const tasks = values.length;
  const units = independentUnits(values, families);
  if (units.values.length < 2) return { state: "too-few-tasks", tasks };
  const mean = sum(values) / tasks;
  if (allTied(values)) return { state: "zero-variance", tasks, mean };
  const squares = squaredDeviations(values, mean);
  const standardError =
    units.sizes === null
      ? Math.sqrt((squares * tasks) / (tasks - 1)) / tasks
      : familyError(units, mean, tasks);
  if (standardError === null) return { state: "zero-variance", tasks, mean };
  const { degreesOfFreedom } = units;
  const criticalValue = studentTQuantile((1 + confidence) / 2, degreesOfFreedom);
  const half = criticalValue * standardError;
  return {
    state: "estimated",
    tasks,
    mean,
    standardDeviation: Math.sqrt(squares / (tasks - 1)),
    standardError,
    degreesOfFreedom,
    criticalValue,
    interval: [mean - half, mean + half],
  };
}

/**
 * The standard error when families are independent, by leaving each out in turn (the jackknife, CV3). With families of
 * one size it is the clustered one with its factor families/(families − 1); that one is too small where sizes differ.
 * Null when every family leaves the mean where it is.
 */
function familyError({ values, sizes }: IndependentUnits, mean: number, tasks: number): number | null {
  const units = values.length;
  const moved = values.map((value, unit) => {
    const size = sizes![unit]!;
    return ((value * tasks) / units - size * mean) / (tasks - size);
  });
  if (allTied(moved)) return null;
  return Math.sqrt(((units - 1) / units) * sum(moved.map((shift) => shift * shift)));
}
