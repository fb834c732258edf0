import { requireFinite, requireProbability } from "../input/require.ts";

/** The quantile at `share` (0 to 1) by linear interpolation, the "type 7" of R and NumPy; null for an empty list. */
export function quantile(values: ArrayLike<number>, share: number): number | null {
  return quantiles(values, [share])[0]!;
}

/** The quantiles at several shares, for which the values are put in order once; null each for an empty list. */
export function quantiles(values: ArrayLike<number>, shares: readonly number[]): (number | null)[] {
  requireFinite("values", values);
  const sorted = Float64Array.from(values).sort();
  return shares.map((share) => quantileOfSorted(sorted, share));
}

/** The middle value, or the mean of the two middle ones; null for an empty list. */
export function median(values: ArrayLike<number>): number | null {
  return quantile(values, 0.5);
}

/** The same as `quantile` for values that are already in ascending order. */
export function quantileOfSorted(sorted: ArrayLike<number>, share: number): number | null {
  requireProbability("share", share);
  if (sorted.length === 0) return null;
  const position = share * (sorted.length - 1);
  const below = Math.floor(position);
  const low = sorted[below]!;
  const high = sorted[Math.min(below + 1, sorted.length - 1)]!;
  return low + (position - below) * (high - low);
}
