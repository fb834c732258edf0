import type { Interval } from "../input/interval.ts";
import { requireFraction, requirePositive } from "../input/require.ts";
import { betaQuantile } from "../special/beta-quantile.ts";
import { type Passes, requirePasses } from "./passes.ts";
import type { RateIntervalOptions } from "./wilson.ts";

/** Settings of a Bayesian interval. */
export interface BetaIntervalOptions extends RateIntervalOptions {
  /** Both parameters of the Beta prior: 1 (default) is uniform, 0.5 is Jeffreys'. */
  prior?: number;
}

/**
 * The Bayesian interval of a pass rate with equal tails. Unlike the others it has an answer without any runs:
 * the prior's own.
 */
export function betaInterval(
  passes: Passes,
  { confidence = 0.95, prior = 1 }: BetaIntervalOptions = {},
): Interval {
  requirePasses(passes);
  requireFraction("confidence", confidence);
  requirePositive("prior", prior);
  const a = passes.passed + prior;
  const b = passes.runs - passes.passed + prior;
  const tail = (1 - confidence) / 2;
  return [betaQuantile(tail, a, b), betaQuantile(1 - tail, a, b)];
}
