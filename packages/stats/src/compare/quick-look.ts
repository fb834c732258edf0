import { requireFinite } from "../input/require.ts";
import { tieTolerance } from "../input/tie-tolerance.ts";
import { sum } from "../summary/mean.ts";
import { populationVariance } from "../summary/variance.ts";

/** The quick look at two subjects that the report's `credible` is. */
export interface QuickLook {
  /** Mean of A minus mean of B; 0 when one side is empty. */
  delta: number;
  /** √(sd_A²/n_A + sd_B²/n_B) with population deviations; null when one side is empty. */
  standardError: number | null;
  /** |delta| is more than twice the standard error, with at least two values a side. */
  credible: boolean;
}

/**
 * The two-standard-error rule on all cells. It ignores which task a cell belongs to, so it is too eager when
 * subjects are good at different tasks and too timid when difficulty is shared: `pairedT` is the sound one.
 */
export function quickLook(a: readonly number[], b: readonly number[]): QuickLook {
  requireFinite("a", a);
  requireFinite("b", b);
  if (a.length === 0 || b.length === 0) return { delta: 0, standardError: null, credible: false };
  const delta = sum(a) / a.length - sum(b) / b.length;
  const standardError = Math.sqrt(populationVariance(a)! / a.length + populationVariance(b)! / b.length);
  const credible = a.length >= 2 && b.length >= 2 && Math.abs(delta) - 2 * standardError > tieTolerance;
  return { delta, standardError, credible };
}
