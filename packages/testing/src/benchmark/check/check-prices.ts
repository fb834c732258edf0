import { noUsage, type PriceTable, UnpricedModelError } from "@flow-state-dev/core";
import type { BenchmarkResolvers } from "../cell/executor-resolvers.ts";
import type { RunBenchmarkConfig } from "../run-benchmark-config.ts";

/** With a budget, a model without a price is an error before anything is spent, unless such calls are let through. */
export function checkPrices(
  { maxCostUsd, limits, scorers = [] }: Pick<RunBenchmarkConfig, "maxCostUsd" | "limits" | "scorers">,
  { models }: BenchmarkResolvers,
  prices: PriceTable,
): void {
  if (maxCostUsd === undefined || limits?.allowUnpriced) return;
  for (const [id, model] of models) {
    const pricedAs = model.pricedAs ?? id;
    if (!model.price && prices.price(pricedAs) === null)
      throw new UnpricedModelError(id, "the run", pricedAs);
  }
  for (const { id, resolver } of scorers.flatMap(({ asks = [] }) => asks)) {
    // It answers with vectors: what it reads is all there is to pay.
    if (resolver === null && prices.cost(id, { ...noUsage, inputTokens: 1 }) === null)
      throw new UnpricedModelError(id, "the run");
  }
}
