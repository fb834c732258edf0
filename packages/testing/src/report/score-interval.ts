import { type Interval, meanInterval, wilsonInterval } from "@flow-state-dev/stats";
import type { SubjectScores } from "./subject-scores.ts";

/**
 * The 95 % interval of a subject's score for tasks like these. Student's t over the means of tasks; Wilson when
 * every task was run once and gave 0 or 1, and when all tasks gave 0 or all gave 1, where t has nothing to say.
 * Never outside 0 to 1, unless the scores are. Null with fewer than two tasks, and when other scores do not vary.
 */
export function scoreInterval({ byTask, means }: SubjectScores): Interval | null {
  if (means.length < 2) return null;
  const binary = means.every((value) => value === 0 || value === 1);
  const once = byTask.every((runs) => runs.length <= 1);
  const estimate = meanInterval(means);
  if (binary && (once || estimate.state === "zero-variance")) {
    return wilsonInterval({ passed: means.filter((value) => value === 1).length, runs: means.length });
  }
  if (estimate.state !== "estimated") return null;
  if (means.some((value) => value < 0 || value > 1)) return estimate.interval;
  return [Math.max(0, estimate.interval[0]), Math.min(1, estimate.interval[1])];
}
