import { minimumTasks } from "../compare/verdict.ts";
import type { Families } from "../input/families.ts";
import { independentUnits } from "../input/independent-units.ts";
import { requireFinite } from "../input/require.ts";
import { allTied } from "../input/tie-tolerance.ts";
import { meanInterval } from "../mean/mean-interval.ts";
import { standardError } from "../mean/standard-error.ts";
import { studentTQuantile } from "../special/student-t.ts";
import { trinomialTail } from "../special/trinomial.ts";
import { minimumDetectableEffect } from "./minimum-detectable-effect.ts";
import type { Assurance } from "./power.ts";

/** What is asked for, and of which scores. */
export interface DetectableOptions extends Pick<Assurance, "alpha" | "power"> {
  /** Every score is 0 or 1, and a difference a share of runs: a task may be gained or lost whole. Default: false. */
  passOrFail?: boolean;
  /** The family of each task, in the order of the differences: families then count, not tasks. */
  families?: Families | undefined;
}

type Aim = Required<Pick<Assurance, "alpha" | "power">>;

/** Up to so many tasks outcomes are weighed one by one; with more the t test sees as often as the bell curve says. */
const exactUpTo = 400;
/** Up to so many that differ are few, whatever the number of tasks. */
const rare = 20;

/**
 * After a run: about the smallest true difference that a paired t test sees with the assurance asked for, on as many
 * tasks that differ as these did. The spread that was seen says it, unless no more than a quarter of them differed:
 * then outcomes are weighed one by one, as tasks that are gained or lost by the largest difference seen, and of pass
 * or fail no less is told than it takes to see whole tasks lost, though none was. 1 when nothing smaller is seen; null
 * with fewer tasks than a verdict needs, and when scores other than pass or fail do not vary.
 */
export function detectableDifference(
  differences: readonly number[],
  { passOrFail = false, alpha = 0.05, power = 0.8, families }: DetectableOptions = {},
): number | null {
  requireFinite("differences", differences);
  const { values, sizes, effective, degreesOfFreedom } = independentUnits(differences, families);
  const units = values.length;
  if (units < minimumTasks || (allTied(differences) && !passOrFail)) return null;
  const aim = { alpha, power };
  const { differing, largest, squares } = extentOf(values);
  const isWhole = passOrFail && squares === differing;
  const areFew = 4 * differing <= units;
  // Units of different sizes are weighed as the fewer of one size that tell as much.
  const weighed = Math.max(2, Math.floor(effective));
  const found: number[] = [];
  if (largest > 0 && (isWhole || areFew))
    found.push(largest * detectableWhole(weighed, (squares / largest ** 2) * (weighed / units), aim));
  if (passOrFail && areFew) found.push(detectableWhole(weighed, 0, aim));
  if (!isWhole || units > exactUpTo) {
    const error = sizes === null ? standardError(differences)! : familiesError(differences, families!);
    found.push(minimumDetectableEffect(error, { ...aim, degreesOfFreedom }) ?? 0);
  }
  return Math.min(1, Math.max(...found));
}

/** 0 when every family leaves the mean where it is. */
function familiesError(differences: readonly number[], families: Families): number {
  const test = meanInterval(differences, { families });
  return test.state === "estimated" ? test.standardError : 0;
}

/** How many differ, by how much at most, and the sum of the squares. */
function extentOf(differences: readonly number[]): { differing: number; largest: number; squares: number } {
  let [differing, largest, squares] = [0, 0, 0];
  for (const value of differences) {
    if (value !== 0) differing++;
    largest = Math.max(largest, Math.abs(value));
    squares += value * value;
  }
  return { differing, largest, squares };
}

/** The smallest difference in whole tasks of which enough is seen, when so many differ without it; by halving. */
function detectableWhole(tasks: number, differing: number, aim: Aim): number {
  // So many must be lost, of however many tasks.
  if (tasks > exactUpTo)
    return (detectableWhole(exactUpTo, Math.min(differing, rare), aim) * exactUpTo) / tasks;
  const least = leastSeen(tasks, aim.alpha);
  // Half a task more may differ than did: none that has come up so far is no sign that none ever does.
  const share = Math.min(1, (differing + 0.5) / tasks);
  // Without variance the signs decide, for which few tasks may be too few.
  const unseen = 2 ** (1 - tasks) < aim.alpha ? 0 : 1;
  const seen = (difference: number) => {
    // Those that differ anyway go either way: some of them may be part of the difference, and some still go against it.
    const lost = Math.min((1 - difference) / 2, Math.max((share - difference) / 2, share / 3));
    const gained = lost + difference;
    return trinomialTail(least, { gained, lost }) - unseen * gained ** tasks;
  };
  let [low, high] = [0, 1];
  for (let step = 0; step < 20; step++) {
    const middle = (low + high) / 2;
    if (seen(middle) < aim.power) low = middle;
    else high = middle;
  }
  return seen(high) < aim.power ? Infinity : high;
}

/** For each number of losses the least number of gains that the t test sees: (g − l)² above a multiple of g + l. */
function leastSeen(tasks: number, alpha: number): Int32Array {
  const square = studentTQuantile(1 - alpha / 2, tasks - 1) ** 2;
  const multiple = (square * tasks) / (tasks - 1 + square);
  return Int32Array.from({ length: tasks + 1 }, (_, losses) => {
    const ahead = (multiple + Math.sqrt(multiple * (multiple + 8 * losses))) / 2;
    return losses + Math.floor(ahead) + 1;
  });
}
