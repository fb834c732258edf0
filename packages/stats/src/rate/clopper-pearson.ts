import type { Interval } from "../input/interval.ts";
import { requireFraction } from "../input/require.ts";
import { betaQuantile } from "../special/beta-quantile.ts";
import { type Passes, requirePasses } from "./passes.ts";
import type { RateIntervalOptions } from "./wilson.ts";

/**
 * The exact interval of a pass rate by Clopper and Pearson: holds the truth at least as often as it says for
 * every rate, at the price of being wide. With no runs the result is null.
 */
export function clopperPearsonInterval(
  passes: Passes,
  { confidence = 0.95 }: RateIntervalOptions = {},
): Interval | null {
  requirePasses(passes);
  requireFraction("confidence", confidence);
  const { passed, runs } = passes;
  if (runs === 0) return null;
  const tail = (1 - confidence) / 2;
  return [
    passed === 0 ? 0 : betaQuantile(tail, passed, runs - passed + 1),
    passed === runs ? 1 : betaQuantile(1 - tail, passed + 1, runs - passed),
  ];
}

/**
 * The highest failure rate still believable after that many runs without a failure, at one-sided `confidence`:
 * about 3/runs at 0.95, the "rule of three". 1 when nothing ran.
 */
export function zeroFailuresBound(runs: number, { confidence = 0.95 }: RateIntervalOptions = {}): number {
  requirePasses({ passed: 0, runs });
  requireFraction("confidence", confidence);
  return runs === 0 ? 1 : -Math.expm1(Math.log1p(-confidence) / runs);
}
