import { InvalidInputError } from "../input/invalid-input.ts";
import { requireCount, requireFinite } from "../input/require.ts";
import { tieTolerance } from "../input/tie-tolerance.ts";
import { mulberry32 } from "../random/mulberry32.ts";
import { normalCdf } from "../special/normal.ts";
import { countAtLeast, signedSums } from "./sign-flip-exact.ts";

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
export function signFlip(
  differences: readonly number[],
  { exactUpTo = 28, draws = 9999, seed = 1 }: SignFlipOptions = {},
): SignFlip {
  requireFinite("differences", differences);
  requireCount("draws", draws, 1);
  requireCount("exactUpTo", exactUpTo);
  if (exactUpTo > 40)
    throw new InvalidInputError("exactUpTo", "at most 40, beyond which counting takes too long", exactUpTo);
  const tasks = differences.length;
  const smallestP = Math.min(1, 2 ** (1 - tasks));
  const sizes = Float64Array.from(differences, Math.abs);
  const total = sizes.reduce((sum, size) => sum + size, 0);
  const seen = Math.abs(differences.reduce((sum, value) => sum + value, 0));
  const threshold = seen - tieTolerance * Math.max(1, total);
  if (tasks <= exactUpTo) {
    const extreme = countAtLeast(sizes, threshold);
    const patterns = 2 ** tasks;
    return { p: extreme / patterns, exact: true, extreme, patterns, smallestP };
  }
  const leastP = Math.max(smallestP, 1 / (1 + draws));
  const deviation = normalDeviation(sizes);
  if (deviation !== null) {
    const p = Math.min(1, Math.max(leastP, 2 * normalCdf(-Math.max(0, threshold) / deviation)));
    return { p, exact: false, extreme: 0, patterns: 0, smallestP: leastP };
  }
  const extreme = drawAtLeast(sizes, threshold, draws, seed);
  return {
    p: (1 + extreme) / (1 + draws),
    exact: false,
    extreme,
    patterns: draws,
    smallestP: leastP,
  };
}

/** As many differences of equal size make the sum over all sign patterns follow the normal law, closer than draws do. */
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

/**
 * How many random sign patterns have a sum at least as far from zero as the threshold. One number of the source
 * holds 32 coin throws: four look-ups in tables of all sums of eight tasks.
 */
function drawAtLeast(sizes: Float64Array, threshold: number, draws: number, seed: number): number {
  const random = mulberry32(seed);
  const sums = new Float64Array(draws);
  for (let start = 0; start < sizes.length; start += 32) {
    const eight = (offset: number) => signedSums(sizes.subarray(start + offset, start + offset + 8));
    const [a, b, c, d] = [eight(0), eight(8), eight(16), eight(24)];
    for (let draw = 0; draw < draws; draw++) {
      const coins = (random() * 4294967296) | 0;
      sums[draw]! +=
        a[coins & (a.length - 1)]! +
        b[(coins >>> 8) & (b.length - 1)]! +
        c[(coins >>> 16) & (c.length - 1)]! +
        d[(coins >>> 24) & (d.length - 1)]!;
    }
  }
  return sums.filter((sum) => Math.abs(sum) >= threshold).length;
}
