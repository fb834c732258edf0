/**
 * Money is added up in whole billionths of a dollar, so that sums are exact in any order and on any machine.
 * At the border it is a plain number of dollars; going back and forth loses nothing up to two million dollars.
 */
export type NanoUsd = number;

/** Dollars to whole billionths, rounded to the nearest. */
export function toNanoUsd(usd: number): NanoUsd {
  return Math.round(usd * 1e9);
}

/** Whole billionths to dollars. */
export function fromNanoUsd(nano: NanoUsd): number {
  return nano / 1e9;
}

/** Dollars added without drift: the result does not depend on the order. */
export function sumUsd(amounts: Iterable<number>): number {
  let total = 0;
  for (const amount of amounts) total += toNanoUsd(amount);
  return fromNanoUsd(total);
}
