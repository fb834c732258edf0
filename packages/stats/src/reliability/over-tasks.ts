import type { Passes } from "../rate/passes.ts";
import { mean } from "../summary/mean.ts";

/** A measure of passing, averaged over tasks of equal weight. */
export interface SuitePass {
  /** Null when no task has enough runs. */
  value: number | null;
  /** Tasks that took part. */
  tasks: number;
  /** Where the tasks stand that have too few runs; they took no part. */
  tooFewRuns: number[];
}

/** Averages a measure that is null for tasks with too few runs. */
export function overTasks(tasks: readonly Passes[], measure: (passes: Passes) => number | null): SuitePass {
  const values: number[] = [];
  const tooFewRuns: number[] = [];
  tasks.forEach((passes, task) => {
    const value = measure(passes);
    if (value === null) tooFewRuns.push(task);
    else values.push(value);
  });
  return { value: mean(values), tasks: values.length, tooFewRuns };
}
