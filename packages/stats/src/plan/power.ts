import { requireFinite, requireFraction, requirePositive } from "../input/require.ts";
import { normalCdf, normalQuantile } from "../special/normal.ts";

/** How sure a plan must be. */
export interface Assurance {
  /** Chance of a false claim, two-sided. Default 0.05. */
  alpha?: number;
  /** Chance to see a difference that is there. Default 0.8. */
  power?: number;
}

/**
 * The chance to find a true difference of this size significant, when it is measured with this standard error.
 * Uses the normal distribution (Miller 2024), so it is a little hopeful below about 20 tasks.
 */
export function power(
  effect: number,
  standardError: number,
  { alpha = 0.05 }: Pick<Assurance, "alpha"> = {},
): number {
  requireFinite("effect", [effect]);
  requirePositive("standardError", standardError);
  requireFraction("alpha", alpha);
  const z = normalQuantile(1 - alpha / 2);
  const shift = Math.abs(effect) / standardError;
  return normalCdf(shift - z) + normalCdf(-shift - z);
}

/** How many standard errors a difference must measure to be seen: z at 1 − alpha/2 plus z at the power. */
export function detectableStandardErrors({ alpha = 0.05, power = 0.8 }: Assurance = {}): number {
  requireFraction("alpha", alpha);
  requireFraction("power", power);
  return normalQuantile(1 - alpha / 2) + normalQuantile(power);
}
