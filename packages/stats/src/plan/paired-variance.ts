import { type RunsByTask, taskDifferences } from "../compare/task-differences.ts";
import { sum } from "../summary/mean.ts";
import { sampleVariance } from "../summary/variance.ts";

/** What a plan needs to know about two subjects, learnt from an earlier run; or why it cannot be learnt. */
export type PairedVariance =
  | {
      state: "estimated";
      tasks: number;
      /** Variance over tasks of the true difference; 0 when run noise explains all that was seen. */
      taskVariance: number;
      /** Variance between runs of one task. */
      runVarianceA: number;
      runVarianceB: number;
    }
  | { state: "too-few-tasks"; tasks: number }
  /** No task was run twice by both. */
  | { state: "too-few-runs"; tasks: number };

/** Splits the variance of per-task differences into the true one and the noise of runs. Needs two tasks run twice. */
export function pairedVariance(a: RunsByTask, b: RunsByTask): PairedVariance {
  const { tasks: kept } = taskDifferences(a, b);
  if (kept.length < 2) return { state: "too-few-tasks", tasks: kept.length };
  const repeated = kept.filter((task) => a[task]!.length > 1 && b[task]!.length > 1);
  const tasks = repeated.length;
  if (tasks < 2) return { state: "too-few-runs", tasks };
  const runsA = repeated.map((task) => a[task]!);
  const runsB = repeated.map((task) => b[task]!);
  const { differences } = taskDifferences(runsA, runsB);
  const noise = (scores: RunsByTask) =>
    sum(scores.map((runs) => sampleVariance(runs)! / runs.length)) / tasks;
  const average = (scores: RunsByTask) => sum(scores.map((runs) => sampleVariance(runs)!)) / tasks;
  return {
    state: "estimated",
    tasks,
    taskVariance: Math.max(0, sampleVariance(differences)! - noise(runsA) - noise(runsB)),
    runVarianceA: average(runsA),
    runVarianceB: average(runsB),
  };
}
