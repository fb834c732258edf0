import { type IndependentUnits, independentUnits } from "../input/independent-units.ts";
import type { Interval } from "../input/interval.ts";
import { requireFraction } from "../input/require.ts";
import { type MeanIntervalOptions, meanInterval } from "../mean/mean-interval.ts";
import { studentTQuantile } from "../special/student-t.ts";
import { sum } from "../summary/mean.ts";
import { balanceError, rareReach } from "./rare-losses.ts";
import { wholeTasksLowerBound, wholeTasksOf } from "./whole-tasks-bound.ts";

/** How surely the bounds of a mean difference hold. */
export interface DifferenceBoundsOptions extends Pick<MeanIntervalOptions, "families"> {
  /** How often each end may be wrong. Default 0.05, so that both together have a confidence of 0.90. */
  alpha?: number;
  /** Every score is 0 or 1, and a difference a share of runs. Default: false. */
  passOrFail?: boolean;
}

/**
 * Between which ends the mean of differences, of scores from 0 to 1, surely lies for tasks like these: each end alone
 * is wrong at most `alpha` of the time. For a question that has one side: surely worse by more than a margin, or surely
 * not.
 *
 * Student's t alone is wrong up to 12 times of 100 where tasks pass or fail: they are lost whole, the sum moves in
 * steps, and few losses hardly spread. So where all differ by a whole task or not at all, each end is exact. Where runs
 * make shares of them, the ends lie at least as far out as those that reckon with the spread at the end itself, and the
 * lower one as losses that are rare and have not come up. Of other scores the lower end reckons with more losses as
 * large as the largest that was seen. Where tasks have families it all goes by these. Null with fewer than two, and
 * when such scores do not vary.
 */
export function differenceBounds(
  differences: readonly number[],
  { alpha = 0.05, passOrFail = false, families }: DifferenceBoundsOptions = {},
): Interval | null {
  requireFraction("2·alpha", 2 * alpha);
  const test = meanInterval(differences, { confidence: 1 - 2 * alpha, families });
  if (test.state === "too-few-tasks") return null;
  const units = independentUnits(differences, families);
  const { values } = units;
  if (!passOrFail) {
    if (test.state === "zero-variance") return null;
    return [Math.min(test.interval[0], rareLower(units, largestLoss(values), alpha)), test.interval[1]];
  }
  const whole = wholeTasksOf(values);
  if (whole) {
    const { gained, lost, tasks } = whole;
    return [
      wholeTasksLowerBound(whole, alpha),
      -wholeTasksLowerBound({ gained: lost, lost: gained, tasks }, alpha),
    ];
  }
  const isWhole = values.every((value) => value === 0 || Math.abs(value) === 1);
  // Whole tasks move the mean in steps, and what lies between two of them is not seen.
  const [low, high] = scoreEnds(units, alpha, isWhole ? 1 / values.length : 0);
  const [least, most] = test.state === "estimated" ? test.interval : [test.mean, test.mean];
  const balance = studentTQuantile(1 - alpha, units.degreesOfFreedom) * balanceError(values);
  return [Math.min(low, least, rareLower(units, 1, alpha, balance)), Math.max(high, most)];
}

/** How low the mean may be, when more units are lost by `largest` than have come up. */
function rareLower(
  { values, effective }: IndependentUnits,
  largest: number,
  alpha: number,
  balance = 0,
): number {
  const mean = sum(values) / values.length;
  if (largest === 0) return mean;
  const net = (Math.max(0, -sum(values)) / largest) * (effective / values.length);
  const reach = rareReach({ net, tasks: effective }, { alpha, balance });
  return mean - largest * reach;
}

/** 0 without a loss. */
function largestLoss(differences: readonly number[]): number {
  return differences.reduce((largest, value) => Math.max(largest, -value), 0);
}

/** The ends at which the mean seen is just as far off as t allows, by the spread that differences have at that end. */
function scoreEnds({ values, degreesOfFreedom }: IndependentUnits, alpha: number, step: number): Interval {
  const units = values.length;
  const mean = sum(values) / units;
  const squares = sum(values.map((value) => value * value)) / units;
  const reach = studentTQuantile(1 - alpha, degreesOfFreedom) ** 2 / units;
  const half = (centre: number) => Math.sqrt(Math.max(0, reach * (squares * (1 + reach) - centre * centre)));
  const [low, high] = [mean - step, mean + step];
  return [(low - half(low)) / (1 + reach), (high + half(high)) / (1 + reach)];
}
