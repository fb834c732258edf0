import { requireSameLength } from "../input/require.ts";
import { allTied } from "../input/tie-tolerance.ts";
import { mean } from "./mean.ts";
import { squaredDeviations } from "./variance.ts";

/** Pearson's correlation, −1 to 1; null below two pairs or when one side does not vary. */
export function correlation(a: readonly number[], b: readonly number[]): number | null {
  requireSameLength("a", a, "b", b);
  const meanA = mean(a);
  const meanB = mean(b);
  if (meanA === null || meanB === null || allTied(a) || allTied(b)) return null;
  let products = 0;
  for (let i = 0; i < a.length; i++) products += (a[i]! - meanA) * (b[i]! - meanB);
  const scale = Math.sqrt(squaredDeviations(a, meanA)) * Math.sqrt(squaredDeviations(b, meanB));
  return Math.max(-1, Math.min(1, products / scale));
}
