import type { Interval } from "../input/interval.ts";
import { InvalidInputError } from "../input/invalid-input.ts";
import { requireFraction } from "../input/require.ts";
import { normalQuantile } from "../special/normal.ts";
import type { BradleyTerry } from "./bradley-terry.ts";

/** How much stronger one subject is than another. */
export interface BradleyTerryDifference {
  /** On the logit scale. */
  difference: number;
  standardError: number;
  interval: Interval;
  /** Chance that the first beats the second. */
  probability: number;
}

/** Compares two subjects of a fit, by their places in it; the single standard errors must not be added up instead. */
export function bradleyTerryDifference(
  fit: Pick<Extract<BradleyTerry, { state: "estimated" }>, "abilities" | "covariance">,
  first: number,
  second: number,
  { confidence = 0.95 }: { /** Default 0.95. */ confidence?: number } = {},
): BradleyTerryDifference {
  requireFraction("confidence", confidence);
  const { abilities, covariance } = fit;
  for (const place of [first, second]) {
    if (!(place in abilities))
      throw new InvalidInputError("a subject", `a place from 0 to ${abilities.length - 1}`, place);
  }
  const difference = abilities[first]! - abilities[second]!;
  const variance =
    covariance[first]![first]! + covariance[second]![second]! - 2 * covariance[first]![second]!;
  const standardError = Math.sqrt(Math.max(0, variance));
  const half = normalQuantile((1 + confidence) / 2) * standardError;
  return {
    difference,
    standardError,
    interval: [difference - half, difference + half],
    probability: 1 / (1 + Math.exp(-difference)),
  };
}
