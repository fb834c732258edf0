import {
  type Account,
  type BudgetExceededError,
  type LanguageModel,
  noUsage,
  type PriceTable,
  publishedPrices,
  strictOutputTokens,
  type Usage,
} from "@flow-state-dev/core";

/** What tokens cost; null when nobody knows. */
export type CostOf = (usage: Usage) => number | null;

/** The prices of a model: its own, else those of the list. */
export function costsOf(
  model: LanguageModel,
  modelId: string,
  prices: PriceTable = publishedPrices(),
): CostOf {
  const { price, pricedAs = modelId } = model;
  if (!price) return (usage) => prices.cost(pricedAs, usage);
  const { input, output, cacheRead = input, cacheWrite = input } = price;
  return (usage) => {
    const plain = usage.inputTokens - usage.cacheReadTokens - usage.cacheWriteTokens;
    const millionths =
      plain * input +
      usage.cacheReadTokens * cacheRead +
      usage.cacheWriteTokens * cacheWrite +
      usage.outputTokens * output;
    return millionths / 1e6;
  };
}

/** May another call be made, and how long may its answer be? */
export type NextCall =
  | { kind: "go"; maxOutputTokens: number | null }
  /** What is left does not pay for an answer that is of use, which may cost up to `wantedUsd`. */
  | { kind: "over-budget"; leftUsd: number; wantedUsd: number };

/** Shorter answers are of no use. */
const leastOutput = 1_024;
/** Where money is short; every current model takes so much. */
const cappedOutput = 16_384;
/** Longer answers are given by no model. */
const unlimitedOutput = 131_072;

/**
 * Decides before a call whether its worst case fits into what is left: all of its input read afresh or written to a
 * cache, and the longest answer that is asked for.
 */
export function nextCall(
  { leftUsd }: Pick<Account, "leftUsd">,
  costOf: CostOf,
  inputTokens: number,
): NextCall {
  const freely: NextCall = { kind: "go", maxOutputTokens: null };
  if (leftUsd === undefined) return freely;
  const inputUsd = inputCost(costOf, inputTokens, 0);
  const withOutput = inputCost(costOf, inputTokens, 1_000);
  if (inputUsd === null || withOutput === null) return freely;
  const perToken = (withOutput - inputUsd) / 1_000;
  if (perToken <= 0 && inputUsd <= 0) return freely;
  const affordable = perToken <= 0 ? unlimitedOutput : Math.floor((leftUsd - inputUsd) / perToken);
  if (inputUsd > leftUsd || affordable < leastOutput)
    return { kind: "over-budget", leftUsd, wantedUsd: inputUsd + leastOutput * perToken };
  if (affordable >= unlimitedOutput) return freely;
  return { kind: "go", maxOutputTokens: Math.min(affordable, cappedOutput) };
}

/**
 * How long the answer may be for a call to fit that a strict account has refused: it takes every byte for a token. Null
 * when such an answer is of no use, or the account is spent.
 *
 * @param asked tokens that were asked for; null for the length that strict calls have by themselves
 */
export function fittingOutput(
  { worstCaseUsd, limitUsd, spentUsd }: Pick<BudgetExceededError, "worstCaseUsd" | "limitUsd" | "spentUsd">,
  costOf: CostOf,
  asked: number | null,
): number | null {
  const thousandUsd = costOf({ ...noUsage, outputTokens: 1_000 });
  if (worstCaseUsd === undefined || !thousandUsd) return null;
  const overUsd = worstCaseUsd - (limitUsd - spentUsd);
  const tooMany = Math.max(1, Math.ceil((overUsd * 1_000) / thousandUsd));
  const fitting = (asked ?? strictOutputTokens) - tooMany;
  return fitting < leastOutput ? null : fitting;
}

function inputCost(costOf: CostOf, inputTokens: number, outputTokens: number): number | null {
  const fresh = costOf({ ...noUsage, inputTokens, outputTokens });
  const written = costOf({ ...noUsage, inputTokens, outputTokens, cacheWriteTokens: inputTokens });
  return fresh === null || written === null ? null : Math.max(fresh, written);
}
