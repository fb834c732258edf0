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
 * for each model) or the usage is not known; never 0 for want of knowledge.
 */
export function estimateCostUsd(
  modelId: string,
  usage: Usage | LanguageModelV4Usage | GeneratorModelUsage | undefined,
  options: EstimateCostOptions = {},
): number | null {
  if (!usage) return null;
  const tokens = "cacheReadTokens" in usage ? usage : usageOf(usage);
  const cost = (options.prices ?? publishedPrices()).cost(modelId, tokens, options.at);
  if (cost === null) warnUnpriced(modelId, options.onWarning);
  return cost;
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
