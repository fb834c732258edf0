/** Is it a whole number from 1, or no limit at all (`Infinity`)? */
export function isCount(value: unknown): value is number {
  return value === Number.POSITIVE_INFINITY || (Number.isInteger(value) && (value as number) >= 1);
}
