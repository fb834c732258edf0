import { type Passes, requirePasses } from "../rate/passes.ts";
import { sampleVariance } from "../summary/variance.ts";

/**
 * The standard error of a mean of independent values (the central limit theorem's); null below two values.
 * Runs of one task are not independent of each other: for cells of a suite use the clustered one.
 */
export function standardError(values: readonly number[]): number | null {
  const variance = sampleVariance(values);
  return variance === null ? null : Math.sqrt(variance / values.length);
}

/** The standard error of a pass rate of independent runs; null without runs, 0 when all or none passed. */
export function bernoulliStandardError(passes: Passes): number | null {
  requirePasses(passes);
  if (passes.runs === 0) return null;
  const rate = passes.passed / passes.runs;
  return Math.sqrt((rate * (1 - rate)) / passes.runs);
}

/** The standard error of a difference of two independent means. Paired data deserves `pairedT` instead. */
export function unpairedStandardError(errorA: number, errorB: number): number {
  return Math.hypot(errorA, errorB);
}
