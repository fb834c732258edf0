import type { LanguageModelV4Usage } from "@ai-sdk/provider";
import type { GeneratorModelUsage, GeneratorTextUsage } from "../model/generator-model.ts";
import { createPriceTable, type PriceTable } from "./price-table.ts";
import { tokenCount } from "./token-count.ts";
import { type ToldUsage, toldUsage } from "./told-usage.ts";
import { type OnWarning, warnUnpriced } from "./unpriced-warning.ts";
import type { Usage } from "./usage.ts";
import { usageOf } from "./usage-of.ts";

/** How an estimate is made. */
export interface EstimateCostOptions {
  /** Default: the bundled price list. */
  prices?: PriceTable;
  /** Prices change; the time of the call. Default: now. */
  at?: Date;
  /** Told once for each model that has no price. Default: a warning of the process. */
  onWarning?: OnWarning;
}

/**
 * What a call costs, in US dollars rounded to the billionth. Null when the model has no price (and a warning, once
 * for each model) or is not named, or the usage is not known; never 0 for want of knowledge. Usage in which nothing is
 * counted, or a count is negative, no number or more than any call has, is not known.
 */
export function estimateCostUsd(
  modelId: string | undefined,
  usage: Usage | LanguageModelV4Usage | GeneratorModelUsage | GeneratorTextUsage | undefined,
  options: EstimateCostOptions = {},
): number | null {
  const tokens = usage && tokensOf(usage);
  if (!modelId || !tokens) return null;
  const cost = (options.prices ?? publishedPrices()).cost(modelId, tokens, options.at);
  if (cost === null) warnUnpriced(modelId, options.onWarning);
  return cost;
}

/** Undefined when not one count is told, or one that cannot be. Our own form has to tell all of them. */
function tokensOf(usage: Usage | ToldUsage): Usage | undefined {
  if ("cacheReadTokens" in usage) return areCounts(ownCounts(usage)) ? usage : undefined;
  const reported = toldUsage(usage);
  const told = reportedCounts(reported).filter((each) => each != null);
  return told.length > 0 && areCounts(told) ? usageOf(reported) : undefined;
}

function areCounts(told: readonly unknown[]): boolean {
  return told.every((each) => tokenCount(each) !== undefined);
}

function ownCounts(usage: Usage): number[] {
  const { inputTokens, outputTokens, cacheReadTokens, cacheWriteTokens, reasoningTokens } = usage;
  return [inputTokens, outputTokens, cacheReadTokens, cacheWriteTokens, reasoningTokens];
}

function reportedCounts(usage: LanguageModelV4Usage): (number | undefined)[] {
  // Whoever calls from JavaScript may leave a side out.
  const { inputTokens: read, outputTokens: written } = usage as Partial<LanguageModelV4Usage>;
  return [
    ...[read?.total, read?.noCache, read?.cacheRead, read?.cacheWrite],
    ...[written?.total, written?.text, written?.reasoning],
  ];
}

/** Is there a price for this model? */
export function isModelPriced(modelId: string, prices: PriceTable = publishedPrices()): boolean {
  return prices.price(modelId) !== null;
}

let published: PriceTable | undefined;

/** The bundled price list with nothing added; one for the whole process. */
export function publishedPrices(): PriceTable {
  published ??= createPriceTable();
  return published;
}
