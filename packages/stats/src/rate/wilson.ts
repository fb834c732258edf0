import type { Interval } from "../input/interval.ts";
import { requireFraction } from "../input/require.ts";
import { normalQuantile } from "../special/normal.ts";
import { type Passes, requirePasses } from "./passes.ts";

/** Settings of an interval of a pass rate. */
export interface RateIntervalOptions {
  /** How often, in the long run, such an interval holds the truth. Default 0.95. */
  confidence?: number;
}

/**
 * Wilson's score interval of a pass rate: the default for independent runs, near nominal even for few of them
 * and never outside 0 to 1. With no runs nothing is known and the result is null.
 */
export function wilsonInterval(
  passes: Passes,
  { confidence = 0.95 }: RateIntervalOptions = {},
): Interval | null {
  requirePasses(passes);
  requireFraction("confidence", confidence);
  const { passed, runs: n } = passes;
  if (n === 0) return null;
  const z = normalQuantile((1 + confidence) / 2);
  const p = passed / n;
  const scale = 1 + (z * z) / n;
  const centre = (p + (z * z) / (2 * n)) / scale;
  const half = (z * Math.sqrt((p * (1 - p)) / n + (z * z) / (4 * n * n))) / scale;
  // At the ends the formula is exactly 0 or 1 but for rounding.
  return [passed === 0 ? 0 : centre - half, passed === n ? 1 : centre + half];
}
