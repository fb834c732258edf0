import { requireProbability } from "../input/require.ts";

/**
 * Holm's adjustment: comparing adjusted p with alpha keeps the chance of even one false claim among all of them
 * below alpha. In the order given; the default for the comparisons a report declares.
 */
export function holm(ps: readonly number[]): number[] {
  ps.forEach((p, i) => {
    requireProbability(`ps[${i}]`, p);
  });
  const order = ps.map((_, i) => i).sort((i, j) => ps[i]! - ps[j]!);
  const adjusted = new Array<number>(ps.length);
  let highest = 0;
  order.forEach((index, rank) => {
    highest = Math.max(highest, Math.min(1, (ps.length - rank) * ps[index]!));
    adjusted[index] = highest;
  });
  return adjusted;
}
