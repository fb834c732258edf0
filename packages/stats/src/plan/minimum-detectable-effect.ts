import { requireNonNegative } from "../input/require.ts";
import { type Assurance, detectableStandardErrors } from "./power.ts";

/**
 * The smallest true difference that would be seen with the assurance asked for, by how far it spreads. Before a run,
 * pass `plannedStandardError`; after it, ask `detectableDifference`, which also knows when hardly anything differed. By
 * the normal law unless `degreesOfFreedom` are given: with 6 tasks and a power of 0.8 that is seen 61 times of 100.
 * Null when the standard error is 0: differences without variance do not tell what others would be.
 */
export function minimumDetectableEffect(standardError: number, assurance: Assurance = {}): number | null {
  requireNonNegative("standardError", standardError);
  return standardError === 0 ? null : detectableStandardErrors(assurance) * standardError;
}
