import { type Interval, meanInterval, wilsonInterval } from "@flow-state-dev/stats";

/**
 * The 95 % interval of a mean over tasks, for tasks like these, by the rule of the reports: Wilson when every task was
 * run once and gave 0 or 1, or when all gave 0 or all gave 1; else Student's t over the means of tasks, never outside
 * 0 to 1. Null with fewer than two tasks, and when other means do not vary.
 */
export function sideInterval(means: readonly number[], runsPerTask: readonly number[]): Interval | null {
  if (means.length < 2) return null;
  const binary = means.every((value) => value === 0 || value === 1);
  const estimate = meanInterval(means);
  if (binary && (runsPerTask.every((runs) => runs === 1) || estimate.state === "zero-variance")) {
    return wilsonInterval({ passed: means.filter((value) => value === 1).length, runs: means.length });
  }
  if (estimate.state !== "estimated") return null;
  return [Math.max(0, estimate.interval[0]), Math.min(1, estimate.interval[1])];
}
