import { requireFinite, requireFraction, requirePositive } from "../input/require.ts";
import { normalCdf, normalQuantile } from "../special/normal.ts";
import { studentTQuantile } from "../special/student-t.ts";

/** How sure a plan must be. */
export interface Assurance {
  /** Chance of a false claim, two-sided. Default 0.05. */
  alpha?: number;
  /** Chance to see a difference that is there. Default 0.8. */
  power?: number;
  /** Of the t test that is to see it: tasks − 1. Default: so many that the normal law is right. */
  degreesOfFreedom?: number;
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

/**
 * How many standard errors a difference must measure to be seen: z at 1 − alpha/2 plus z at the power, which is what
 * many tasks take. A t test with few degrees of freedom asks for more, and its standard error is itself uncertain;
 * within 1 % of the noncentral t.
 */
export function detectableStandardErrors({
  alpha = 0.05,
  power = 0.8,
  degreesOfFreedom = Infinity,
}: Assurance = {}): number {
  requireFraction("alpha", alpha);
  requireFraction("power", power);
  const critical = studentTQuantile(1 - alpha / 2, degreesOfFreedom);
  const shorter = 1 - 1 / (4 * degreesOfFreedom);
  const wider = Math.sqrt(1 + (critical * critical) / (2 * degreesOfFreedom));
  return critical * shorter + normalQuantile(power) * wider;
}
