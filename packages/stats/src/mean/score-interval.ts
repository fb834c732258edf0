import { independentUnits } from "../input/independent-units.ts";
import type { Interval } from "../input/interval.ts";
import { wilsonInterval } from "../rate/wilson.ts";
import { type MeanIntervalOptions, meanInterval } from "./mean-interval.ts";

/** What is known of the tasks of a subject. */
export interface ScoreIntervalOptions extends Pick<MeanIntervalOptions, "families"> {
  /** No task was run more than once. */
  once: boolean;
}

/**
 * The 95 % interval of a subject's score for tasks like these, from the means of tasks. Student's t over them; Wilson
 * when every task was run once and gave 0 or 1, and when all tasks gave 0 or all gave 1, where t has nothing to say.
 * The same over families where tasks have them: Wilson when each went one way as a whole. Never outside 0 to 1, unless
 * the scores are. Null with fewer than two tasks (families), and when other scores do not vary.
 */
export function scoreInterval(
  means: readonly number[],
  { once, families }: ScoreIntervalOptions,
): Interval | null {
  const { values, effective } = independentUnits(means, families);
  if (values.length < 2) return null;
  const estimate = meanInterval(means, { families });
  const isTied = estimate.state === "zero-variance";
  if (isTied && means.every((value) => value === means[0]) && isPassOrFail(means[0]!)) {
    const runs = Math.floor(effective);
    return wilsonInterval({ passed: means[0] === 1 ? runs : 0, runs });
  }
  if (once && values.every(isPassOrFail))
    return wilsonInterval({ passed: values.filter((value) => value === 1).length, runs: values.length });
  if (estimate.state !== "estimated") return null;
  if (means.some((value) => value < 0 || value > 1)) return estimate.interval;
  return [Math.max(0, estimate.interval[0]), Math.min(1, estimate.interval[1])];
}

function isPassOrFail(score: number): boolean {
  return score === 0 || score === 1;
}
