import { requireCount } from "../input/require.ts";
import { incompleteBeta } from "./incomplete-beta.ts";
import { logChoose } from "./log-beta.ts";

/** Up to here all ways to throw heads are whole numbers a double holds exactly. */
const exactUpTo = 56;

/** The probability of exactly k heads in n throws of a fair coin. */
export function fairCoinProbability(k: number, n: number): number {
  requireCount("n", n);
  if (k < 0 || k > n) return 0;
  return n <= exactUpTo ? ways(n)[k]! / 2 ** n : Math.exp(logChoose(n, k) - n * Math.LN2);
}

/** The probability of at most k heads in n throws of a fair coin. */
export function fairCoinAtMost(k: number, n: number): number {
  requireCount("n", n);
  if (k < 0) return 0;
  if (k >= n) return 1;
  if (n > exactUpTo) return incompleteBeta(0.5, n - k, k + 1);
  return (
    ways(n)
      .slice(0, k + 1)
      .reduce((total, count) => total + count, 0) /
    2 ** n
  );
}

/** The row of Pascal's triangle for n throws, by additions only, so that each is exact. */
function ways(n: number): number[] {
  let row = [1];
  for (let throws = 1; throws <= n; throws++) row = [1, ...row.map((count, k) => count + (row[k + 1] ?? 0))];
  return row;
}
