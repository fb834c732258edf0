/**
 * Values closer than this are the same value. Task means such as 1/3 and 1 − 2/3 differ in the last bit, and
 * without it such a pair would count as variance, or break a tie in a permutation test.
 */
export const tieTolerance = 1e-12;

/** Are all values the same, up to rounding? Fewer than two values always are. */
export function allTied(values: ArrayLike<number>): boolean {
  let low = Infinity;
  let high = -Infinity;
  for (let i = 0; i < values.length; i++) {
    const value = values[i]!;
    if (value < low) low = value;
    if (value > high) high = value;
  }
  return values.length < 2 || high - low <= tieTolerance * Math.max(1, Math.abs(low), Math.abs(high));
}
