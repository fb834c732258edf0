import { requireNonNegative } from "../input/require.ts";
import { type Assurance, detectableStandardErrors } from "./power.ts";

/**
 * The smallest true difference that would have been seen with the assurance asked for. Before a run, pass
 * `plannedStandardError`; after it, the paired standard error, and print the result beside every "no
 * difference". Null when the standard error is 0: differences without variance do not tell what others would be.
 */
export function minimumDetectableEffect(standardError: number, assurance: Assurance = {}): number | null {
  requireNonNegative("standardError", standardError);
  return standardError === 0 ? null : detectableStandardErrors(assurance) * standardError;
}
