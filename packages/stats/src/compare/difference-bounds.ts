import type { Interval } from "../input/interval.ts";
import { requireFraction } from "../input/require.ts";
import { meanInterval } from "../mean/mean-interval.ts";
import { studentTQuantile } from "../special/student-t.ts";
import { sum } from "../summary/mean.ts";
import { balanceError, rareReach } from "./rare-losses.ts";
import { wholeTasksLowerBound, wholeTasksOf } from "./whole-tasks-bound.ts";

/** How surely the bounds of a mean difference hold. */
export interface DifferenceBoundsOptions {
  /** How often each end may be wrong. Default 0.05, so that both together have a confidence of 0.90. */
  alpha?: number;
  /** Every score is 0 or 1, and a difference a share of runs. Default: false. */
  passOrFail?: boolean;
}

/**
 * Between which ends the mean of differences, of scores from 0 to 1, surely lies for tasks like these: each end alone is
 * wrong at most `alpha` of the time. For a question that has one side: surely worse by more than a margin, or surely not.
 *
 * Student's t alone is wrong up to 12 times of 100 where tasks pass or fail: they are lost whole, the sum moves in steps,
 * and few losses hardly spread. So where all differ by a whole task or not at all, each end is exact. Where runs make
 * shares of them, the ends lie at least as far out as those that reckon with the spread at the end itself, and the lower
 * one as losses that are rare and have not come up. Of other scores the lower end reckons with more losses as large as
 * the largest that was seen. Null with fewer than two tasks, and when such scores do not vary.
 */
export function differenceBounds(
  differences: readonly number[],
  { alpha = 0.05, passOrFail = false }: DifferenceBoundsOptions = {},
): Interval | null {
  requireFraction("2·alpha", 2 * alpha);
  const test = meanInterval(differences, { confidence: 1 - 2 * alpha });
  if (test.state === "too-few-tasks") return null;
  const tasks = differences.length;
  if (!passOrFail) {
    if (test.state === "zero-variance") return null;
    return [
      Math.min(test.interval[0], rareLower(differences, largestLoss(differences), alpha)),
      test.interval[1],
    ];
  }
  const whole = wholeTasksOf(differences);
  if (whole) {
    const { gained, lost } = whole;
    return [
      wholeTasksLowerBound(whole, alpha),
      -wholeTasksLowerBound({ gained: lost, lost: gained, tasks }, alpha),
    ];
  }
  const isWhole = differences.every((value) => value === 0 || Math.abs(value) === 1);
  // Whole tasks move the mean in steps, and what lies between two of them is not seen.
  const [low, high] = scoreEnds(differences, alpha, isWhole ? 1 / tasks : 0);
  const [least, most] = test.state === "estimated" ? test.interval : [test.mean, test.mean];
  const balance = studentTQuantile(1 - alpha, tasks - 1) * balanceError(differences);
  return [Math.min(low, least, rareLower(differences, 1, alpha, balance)), Math.max(high, most)];
}

/** How low the mean may be, when more tasks are lost by `largest` than have come up. */
function rareLower(differences: readonly number[], largest: number, alpha: number, balance = 0): number {
  const mean = sum(differences) / differences.length;
  if (largest === 0) return mean;
  const net = Math.max(0, -sum(differences)) / largest;
  const reach = rareReach({ net, tasks: differences.length }, { alpha, balance });
  return mean - largest * reach;
}

/** 0 without a loss. */
function largestLoss(differences: readonly number[]): number {
  return differences.reduce((largest, value) => Math.max(largest, -value), 0);
}

/** The ends at which the mean seen is just as far off as t allows, by the spread that differences have at that end. */
function scoreEnds(differences: readonly number[], alpha: number, step: number): Interval {
  const tasks = differences.length;
  const mean = sum(differences) / tasks;
  const squares = sum(differences.map((value) => value * value)) / tasks;
  const reach = studentTQuantile(1 - alpha, tasks - 1) ** 2 / tasks;
  const half = (centre: number) => Math.sqrt(Math.max(0, reach * (squares * (1 + reach) - centre * centre)));
  const [low, high] = [mean - step, mean + step];
  return [(low - half(low)) / (1 + reach), (high + half(high)) / (1 + reach)];
}
