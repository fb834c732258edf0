import { InvalidInputError } from "../input/invalid-input.ts";
import { requireFraction } from "../input/require.ts";

/** Evidence against "no difference" that may be looked at after every task. */
export interface EValue {
  /** Evidence that the mean is above zero. */
  above: number;
  /** Evidence that the mean is below zero. */
  below: number;
  /** The mean of both: at 1/alpha or more, "no difference" is rejected at alpha, whenever one looked. */
  twoSided: number;
}

/** Bets of 0.1 to 0.9 of the stake, in steps of 0.1. */
const defaultBets: readonly number[] = [0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9];

/**
 * The e-value of per-task differences in [−1, 1]: what a gambler would have made of one unit by betting fixed
 * shares on every task. Never fooled by looking, at any number of tasks, but slow. Without tasks it is 1. Growth
 * beyond the largest number is returned as the largest number.
 */
export function eValue(
  differences: readonly number[],
  {
    bets = defaultBets,
  }: { /** Shares of the stake, strictly between 0 and 1. */ bets?: readonly number[] } = {},
): EValue {
  if (bets.length === 0) throw new InvalidInputError("bets", "at least one share", bets);
  for (const bet of bets) requireFraction("bets", bet);
  for (const value of differences) {
    if (!(Math.abs(value) <= 1)) throw new InvalidInputError("differences", "from −1 to 1", value);
  }
  const above = meanWealth(differences, bets, 1);
  const below = meanWealth(differences, bets, -1);
  return { above, below, twoSided: above / 2 + below / 2 };
}

/** The mean over all bets of what one unit became, added up in logarithms. */
function meanWealth(differences: readonly number[], bets: readonly number[], side: 1 | -1): number {
  const logs = bets.map((bet) => {
    let log = 0;
    for (const value of differences) log += Math.log1p(side * bet * value);
    return log;
  });
  const highest = Math.max(...logs);
  const rest = logs.reduce((total, log) => total + Math.exp(log - highest), 0) / bets.length;
  return Math.min(Number.MAX_VALUE, Math.exp(highest + Math.log(rest)));
}
