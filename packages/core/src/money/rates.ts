import type { ModelPrice } from "./model-price.ts";
import { fromNanoUsd } from "./nano-usd.ts";
import type { Usage } from "./usage.ts";

/** US dollars per million tokens; tiers apply to the whole call when its input is longer than `above` tokens. */
export type Rate = number | { base: number; tiers: readonly { above: number; rate: number }[] };

/** All a price list says about a model, as far as text is concerned. */
export interface Rates {
  input: Rate;
  output: Rate;
  /** `input` when absent. */
  cacheRead?: Rate;
  /** `input` when absent. */
  cacheWrite?: Rate;
  /** Cache entries kept for an hour; `cacheWrite` when absent. */
  cacheWriteHour?: Rate;
  /** `output` when absent. */
  reasoning?: Rate;
  /** US dollars for the call itself. */
  request?: number;
}

/** Usage as a bill sees it. */
export interface BilledUsage extends Usage {
  /** Part of `cacheWriteTokens`: entries kept for an hour, which cost more. */
  cacheWriteHourTokens?: number;
}

/** What the tokens cost at these rates, in US dollars rounded to the billionth. */
export function costAtRates(rates: Rates, usage: BilledUsage): number {
  const size = usage.inputTokens;
  const { cacheReadTokens, cacheWriteTokens, reasoningTokens } = usage;
  const hour = Math.min(usage.cacheWriteHourTokens ?? 0, cacheWriteTokens);
  const fresh = Math.max(0, size - cacheReadTokens - cacheWriteTokens);
  const answer = Math.max(0, usage.outputTokens - reasoningTokens);
  const cacheWrite = rates.cacheWrite ?? rates.input;
  // A dollar per million tokens is a thousand nano-dollars per token.
  const dollarTokens =
    fresh * rateFor(rates.input, size) +
    cacheReadTokens * rateFor(rates.cacheRead ?? rates.input, size) +
    (cacheWriteTokens - hour) * rateFor(cacheWrite, size) +
    hour * rateFor(rates.cacheWriteHour ?? cacheWrite, size) +
    answer * rateFor(rates.output, size) +
    reasoningTokens * rateFor(rates.reasoning ?? rates.output, size);
  return fromNanoUsd(Math.round(dollarTokens * 1e3 + (rates.request ?? 0) * 1e9));
}

/** The plain price of a call of the given input length. */
export function priceAt(rates: Rates, inputTokens: number): ModelPrice {
  const price: ModelPrice = {
    input: rateFor(rates.input, inputTokens),
    output: rateFor(rates.output, inputTokens),
  };
  if (rates.cacheRead !== undefined) price.cacheRead = rateFor(rates.cacheRead, inputTokens);
  if (rates.cacheWrite !== undefined) price.cacheWrite = rateFor(rates.cacheWrite, inputTokens);
  return price;
}

/** Input lengths above which another price applies, ascending. */
export function tierStarts(rates: Rates): number[] {
  const starts = new Set<number>();
  for (const rate of Object.values(rates) as Rate[]) {
    if (typeof rate !== "number") for (const tier of rate.tiers) starts.add(tier.above);
  }
  return [...starts].sort((a, b) => a - b);
}

function rateFor(rate: Rate, inputTokens: number): number {
  if (typeof rate === "number") return rate;
  let found = rate.base;
  for (const tier of rate.tiers) if (inputTokens > tier.above) found = tier.rate;
  return found;
}
