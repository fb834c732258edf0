import { requireCount } from "../input/require.ts";
import { fairCoinAtMost, fairCoinProbability } from "../special/binomial.ts";
import { incompleteBeta } from "../special/incomplete-beta.ts";

/** What two subjects did differently on the same pass-or-fail tasks, one run each. */
export interface Discordant {
  /** Tasks that only A passed. */
  onlyA: number;
  /** Tasks that only B passed. */
  onlyB: number;
}

/** McNemar's test, exact. Without a discordant task both p are 1 and the probability is ½. */
export interface McNemar {
  discordant: number;
  /** Exact two-sided p. */
  p: number;
  /** Mid-p: less timid than the exact one, near nominal in practice. */
  midP: number;
  /** Probability that A passes more of such tasks, with a uniform prior on the four outcomes. */
  probabilityABetter: number;
}

/** Compares pass or fail of two subjects on the same tasks with one run each; tasks on which both agree drop out. */
export function mcnemar({ onlyA, onlyB }: Discordant): McNemar {
  requireCount("onlyA", onlyA);
  requireCount("onlyB", onlyB);
  const discordant = onlyA + onlyB;
  const fewer = Math.min(onlyA, onlyB);
  const twoTails = 2 * fairCoinAtMost(fewer, discordant);
  return {
    discordant,
    p: Math.min(1, twoTails),
    midP: Math.min(1, Math.max(0, twoTails - fairCoinProbability(fewer, discordant))),
    probabilityABetter: incompleteBeta(0.5, onlyB + 1, onlyA + 1),
  };
}
