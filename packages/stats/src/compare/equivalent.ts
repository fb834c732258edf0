import { independentUnits } from "../input/independent-units.ts";
import { tieTolerance } from "../input/tie-tolerance.ts";
import { studentTQuantile } from "../special/student-t.ts";
import { sum } from "../summary/mean.ts";
import { balanceError, largestOf, rareReach } from "./rare-losses.ts";
import { type TostOptions, tost } from "./tost.ts";
import { isWholeTasksAbove, wholeTasksOf } from "./whole-tasks-bound.ts";

/** How two subjects are shown to be as good as each other. */
export interface EquivalentOptions extends Pick<TostOptions, "margin" | "alpha" | "families"> {
  /**
   * Every score is 0 or 1, and a difference a share of runs: a task may be lost whole, though none was so far. Default:
   * false, and no difference is taken to be larger than the largest that was seen.
   */
  passOrFail?: boolean;
}

/**
 * Is the mean of these differences, between scores from 0 to 1, shown to be within ± margin? Two one-sided t tests have
 * to say so, and they are not enough: a few large differences among many of 0 hardly spread, and t alone calls a true
 * loss at the margin equivalent up to 20 times of 100. So the sum of all differences, counted in the largest, has to be
 * one that such a loss seldom leaves, by Clopper and Pearson's exact bound: with tasks that are lost whole and a margin
 * of 0.05 none of 59, one of 93, two of 124. Where every difference is a whole task, `differenceBounds` has to say so
 * too. Of tasks in families it is families that are lost, and that are counted.
 */
export function isEquivalent(
  differences: readonly number[],
  { margin = 0.05, alpha = 0.05, passOrFail = false, families }: EquivalentOptions = {},
): boolean {
  const test = tost(differences, { margin, alpha, families });
  if (test.state === "too-few-tasks") return false;
  const varies = test.state === "estimated";
  if (varies ? !test.equivalent : Math.abs(test.mean) > tieTolerance) return false;
  const { values, effective, degreesOfFreedom } = independentUnits(differences, families);
  const units = values.length;
  const largest = passOrFail || !varies ? 1 : largestOf(values);
  const net = Math.abs(sum(values)) / largest;
  if (net >= units) return false;
  const balance = passOrFail ? studentTQuantile(1 - alpha, degreesOfFreedom) * balanceError(values) : 0;
  const rare = rareReach({ net: net * (effective / units), tasks: effective }, { alpha, balance });
  const shown = largest * (net / units + rare) < margin;
  const whole = shown && passOrFail ? wholeTasksOf(values) : null;
  if (whole === null) return shown;
  const { gained, lost } = whole;
  const mirrored = { gained: lost, lost: gained, tasks: units };
  return isWholeTasksAbove(-margin, whole, alpha) && isWholeTasksAbove(-margin, mirrored, alpha);
}
