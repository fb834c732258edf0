import type { LanguageModelV4Usage } from "@ai-sdk/provider";
import type { GeneratorModelUsage } from "../model/generator-model.ts";
import { createPriceTable, type PriceTable } from "./price-table.ts";
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
 * counted, or a count is negative or no number, is not known.
 */
export function estimateCostUsd(
  modelId: string | undefined,
  usage: Usage | LanguageModelV4Usage | GeneratorModelUsage | undefined,
  options: EstimateCostOptions = {},
): number | null {
  if (!modelId || !usage || !isCounted(usage)) return null;
  const tokens = "cacheReadTokens" in usage ? usage : usageOf(usage);
  const cost = (options.prices ?? publishedPrices()).cost(modelId, tokens, options.at);
  if (cost === null) warnUnpriced(modelId, options.onWarning);
  return cost;
}

/** Does it tell at least one count, and none that cannot be? Our own form has to tell all of them. */
function isCounted(usage: Usage | LanguageModelV4Usage | GeneratorModelUsage): boolean {
  const told =
    "cacheReadTokens" in usage ? ownCounts(usage) : reportedCounts(usage).filter((each) => each != null);
  return told.length > 0 && told.every((each) => Number.isFinite(each) && each! >= 0);
}

function ownCounts(usage: Usage): number[] {
  const { inputTokens, outputTokens, cacheReadTokens, cacheWriteTokens, reasoningTokens } = usage;
  return [inputTokens, outputTokens, cacheReadTokens, cacheWriteTokens, reasoningTokens];
}

function reportedCounts(usage: LanguageModelV4Usage | GeneratorModelUsage): (number | undefined)[] {
  if ("promptTokens" in usage) {
    const { promptTokens, completionTokens, cacheReadInputTokens, cacheCreationInputTokens } = usage;
    return [promptTokens, completionTokens, cacheReadInputTokens, cacheCreationInputTokens];
  }
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
