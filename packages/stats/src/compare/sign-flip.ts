import { InvalidInputError } from "../input/invalid-input.ts";
import { requireCount, requireFinite } from "../input/require.ts";
import { tieTolerance } from "../input/tie-tolerance.ts";
import { normalCdf } from "../special/normal.ts";
import { drawAtLeast } from "./sign-flip-drawn.ts";
import { countAtLeast } from "./sign-flip-exact.ts";

/** Settings of the sign-flip test. */
export interface SignFlipOptions {
  /** Up to this many tasks (at most 40) all sign patterns are counted; beyond, they are drawn. Default 28. */
  exactUpTo?: number;
  /** Patterns drawn when not exact. Default 9,999. */
  draws?: number;
  /** Seed of the draws. Default 1. */
  seed?: number;
}

/** The two-sided p of the sign-flip test, and what it was counted from. */
export interface SignFlip {
  p: number;
  /** All patterns were counted, none drawn: p is exact. */
  exact: boolean;
  /** Patterns whose sum is at least as far from zero as the one seen. */
  extreme: number;
  /** Patterns looked at: all 2^tasks when exact, else the draws; 0 when p is that of the normal law. */
  patterns: number;
  /** The smallest p this many tasks can give; above 0.05 below six tasks, which can never be significant. */
  smallestP: number;
}

/**
 * Tests whether per-task differences lean to one side, assuming only that without a real difference each sign is
 * a coin throw. The check that needs no bell curve. Without tasks p is 1.
 */
export function signFlip(differences: readonly number[], options: SignFlipOptions = {}): SignFlip {
  return signFlips([differences], options)[0]!;
}

/**
 * The same for many lists, each with the result it has alone: a seed throws the same coins for every list, so that
 * they are thrown once.
 */
export function signFlips(
  lists: readonly (readonly number[])[],
  { exactUpTo = 28, draws = 9999, seed = 1 }: SignFlipOptions = {},
): SignFlip[] {
  requireCount("draws", draws, 1);
  requireCount("exactUpTo", exactUpTo);
  if (exactUpTo > 40)
    throw new InvalidInputError("exactUpTo", "at most 40, beyond which counting takes too long", exactUpTo);
  const sums = lists.map(sumOf);
  const found = sums.map((sum) => withoutDraws(sum, exactUpTo, draws));
  const undecided = sums.filter((_, at) => found[at] === null);
  const counts = drawAtLeast(undecided, draws, seed);
  let drawn = 0;
  return found.map((known, at) => {
    if (known !== null) return known;
    const extreme = counts[drawn++]!;
    const p = (1 + extreme) / (1 + draws);
    const smallestP = leastDrawnP(sums[at]!.sizes.length, draws);
    return { p, exact: false, extreme, patterns: draws, smallestP };
  });
}

/** What a list is counted by: the sizes of its differences, and how far from zero a sum of them has to be. */
function sumOf(differences: readonly number[]): { sizes: Float64Array; threshold: number } {
  requireFinite("differences", differences);
  const sizes = Float64Array.from(differences, Math.abs);
  const total = sizes.reduce((sum, size) => sum + size, 0);
  const seen = Math.abs(differences.reduce((sum, value) => sum + value, 0));
  // Each difference may be off by the tolerance, and the sum by as many.
  return { sizes, threshold: seen - tieTolerance * Math.max(1, sizes.length, total) };
}

/** Counted with few differences, by the normal law with very many; null in between, where patterns are drawn. */
function withoutDraws(
  { sizes, threshold }: ReturnType<typeof sumOf>,
  exactUpTo: number,
  draws: number,
): SignFlip | null {
  const tasks = sizes.length;
  if (tasks <= exactUpTo) {
    const extreme = countAtLeast(sizes, threshold);
    const patterns = 2 ** tasks;
    return { p: extreme / patterns, exact: true, extreme, patterns, smallestP: leastP(tasks) };
  }
  const deviation = normalDeviation(sizes);
  if (deviation === null) return null;
  const smallestP = leastDrawnP(tasks, draws);
  const p = Math.min(1, Math.max(smallestP, 2 * normalCdf(-Math.max(0, threshold) / deviation)));
  return { p, exact: false, extreme: 0, patterns: 0, smallestP };
}

function leastP(tasks: number): number {
  return Math.min(1, 2 ** (1 - tasks));
}

function leastDrawnP(tasks: number, draws: number): number {
  return Math.max(leastP(tasks), 1 / (1 + draws));
}

/**
 * As many differences of equal size make the sum over all sign patterns follow the normal law, closer than draws do.
 */
const manyDifferences = 10_000;

/** The standard deviation of the sum over all sign patterns; null when it is made by too few of the differences. */
function normalDeviation(sizes: Float64Array): number | null {
  if (sizes.length < manyDifferences) return null;
  let [squares, fourths] = [0, 0];
  for (const size of sizes) {
    squares += size * size;
    fourths += size ** 4;
  }
  return squares * squares >= manyDifferences * fourths && fourths > 0 ? Math.sqrt(squares) : null;
}
