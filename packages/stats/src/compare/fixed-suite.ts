import type { Interval } from "../input/interval.ts";
import { requireFraction } from "../input/require.ts";
import { allTied } from "../input/tie-tolerance.ts";
import { studentTQuantile } from "../special/student-t.ts";
import { sum } from "../summary/mean.ts";
import { sampleVariance } from "../summary/variance.ts";
import { type RunsByTask, type TaskDifferences, taskDifferences } from "./task-differences.ts";

/**
 * The difference on exactly these tasks, where only run-to-run noise counts, or why there is none. It says
 * nothing about other tasks.
 */
export type FixedSuite =
  | {
      state: "estimated";
      tasks: number;
      difference: number;
      standardError: number;
      degreesOfFreedom: number;
      interval: Interval;
    }
  /** No task gave two different scores to the same subject. */
  | { state: "zero-variance"; tasks: number; difference: number }
  /** Every task needs two runs of each subject; these, by position, have fewer. */
  | { state: "too-few-runs"; tasks: number; lacking: number[] }
  | { state: "no-tasks"; tasks: 0 };

/** Settings of the comparison on a fixed suite. */
export interface FixedSuiteOptions {
  /** Default 0.95. */
  confidence?: number;
  /** The task differences of these two, where they are known already. */
  pairs?: TaskDifferences;
}

/** Compares two subjects on a fixed suite. Tasks without a score on one side are left out. */
export function fixedSuite(
  a: RunsByTask,
  b: RunsByTask,
  { confidence = 0.95, pairs }: FixedSuiteOptions = {},
): FixedSuite {
  requireFraction("confidence", confidence);
  const { tasks: kept, differences } = pairs ?? taskDifferences(a, b);
  const tasks = kept.length;
  if (tasks === 0) return { state: "no-tasks", tasks };
  const lacking = kept.filter((task) => a[task]!.length < 2 || b[task]!.length < 2);
  if (lacking.length > 0) return { state: "too-few-runs", tasks, lacking };
  const difference = sum(differences) / tasks;
  const cells = kept.flatMap((task) => [a[task]!, b[task]!]);
  if (cells.every(allTied)) return { state: "zero-variance", tasks, difference };
  const noise = sum(cells.map((runs) => sampleVariance(runs)! / runs.length));
  const standardError = Math.sqrt(noise) / tasks;
  const degreesOfFreedom = cells.reduce((total, runs) => total + runs.length - 1, 0);
  const half = studentTQuantile((1 + confidence) / 2, degreesOfFreedom) * standardError;
  return {
    state: "estimated",
    tasks,
    difference,
    standardError,
    degreesOfFreedom,
    interval: [difference - half, difference + half],
  };
}
