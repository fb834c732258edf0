import { requireFinite } from "../input/require.ts";

/** The arithmetic mean, summed with compensation so that the order does not matter; null for an empty list. */
export function mean(values: ArrayLike<number>): number | null {
  requireFinite("values", values);
  return values.length === 0 ? null : sum(values) / values.length;
}

/** The sum by Neumaier's compensated method; 0 for an empty list. */
export function sum(values: ArrayLike<number>): number {
  let total = 0;
  let lost = 0;
  for (let i = 0; i < values.length; i++) {
    const value = values[i]!;
    const next = total + value;
    lost += Math.abs(total) >= Math.abs(value) ? total - next + value : value - next + total;
    total = next;
  }
  return total + lost;
}
