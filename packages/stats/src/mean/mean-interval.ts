import type { Interval } from "../input/interval.ts";
import { requireFinite, requireFraction, requireSameLength } from "../input/require.ts";
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
   * then count as independent, and degrees of freedom are families − 1.
   */
  families?: readonly (string | number)[];
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
  if (families) requireSameLength("families", families, "values", values);
  const tasks = values.length;
  const units = families ? new Set(families).size : tasks;
  if (units < 2) return { state: "too-few-tasks", tasks };
  const mean = sum(values) / tasks;
  if (allTied(values)) return { state: "zero-variance", tasks, mean };
  const squares = squaredDeviations(values, mean);
  const sums = families && familySums(values, families, mean);
  if (sums && allTied(sums)) return { state: "zero-variance", tasks, mean };
  const clustered = sums ? sums.reduce((total, value) => total + value * value, 0) : squares;
  const standardError = Math.sqrt((clustered * units) / (units - 1)) / tasks;
  const criticalValue = studentTQuantile((1 + confidence) / 2, units - 1);
  const half = criticalValue * standardError;
  return {
    state: "estimated",
    tasks,
    mean,
    standardDeviation: Math.sqrt(squares / (tasks - 1)),
    standardError,
    degreesOfFreedom: units - 1,
    criticalValue,
    interval: [mean - half, mean + half],
  };
}

/** What each family adds to the distance from the mean. */
function familySums(
  values: readonly number[],
  families: readonly (string | number)[],
  mean: number,
): number[] {
  const sums = new Map<string | number, number>();
  values.forEach((value, i) => {
    const family = families[i]!;
    sums.set(family, (sums.get(family) ?? 0) + value - mean);
  });
  return [...sums.values()];
}
