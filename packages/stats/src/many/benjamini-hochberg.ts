import { requireProbability } from "../input/require.ts";

/**
 * Benjamini and Hochberg's adjustment: comparing adjusted p with alpha keeps the expected share of false claims
 * among the claims below alpha. In the order given; for exploring, where Holm would hide too much.
 */
export function benjaminiHochberg(ps: readonly number[]): number[] {
  ps.forEach((p, i) => {
    requireProbability(`ps[${i}]`, p);
  });
  const order = ps.map((_, i) => i).sort((i, j) => ps[j]! - ps[i]!);
  const adjusted = new Array<number>(ps.length);
  let lowest = 1;
  order.forEach((index, fromLargest) => {
    lowest = Math.min(lowest, (ps.length / (ps.length - fromLargest)) * ps[index]!);
    adjusted[index] = lowest;
  });
  return adjusted;
}
