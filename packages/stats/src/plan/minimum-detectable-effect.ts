import { requireNonNegative } from "../input/require.ts";
import { type Assurance, detectableStandardErrors } from "./power.ts";

/**
 * The smallest true difference that would have been seen with the assurance asked for. Before a run, pass
 * `plannedStandardError`; after it, the paired standard error, and print the result beside every "no
 * difference". By the normal law: a paired t over few tasks sees it less often than asked for (with 6 tasks and a power
 * of 0.8, 61 times of 100), so with fewer than about 20 it is too hopeful. Null when the standard error is 0: differences without variance do not tell what others would be.
 */
export function minimumDetectableEffect(standardError: number, assurance: Assurance = {}): number | null {
  requireNonNegative("standardError", standardError);
  return standardError === 0 ? null : detectableStandardErrors(assurance) * standardError;
}
