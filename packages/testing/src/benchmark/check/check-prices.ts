import { type PriceTable, UnpricedModelError } from "@flow-state-dev/core";
import type { BenchmarkResolvers } from "../cell/executor-resolvers.ts";
import type { RunBenchmarkConfig } from "../run-benchmark-config.ts";

/** With a budget, a model without a price is an error before anything is spent, unless such calls are let through. */
export function checkPrices(
  { maxCostUsd, limits }: Pick<RunBenchmarkConfig, "maxCostUsd" | "limits">,
  { models }: BenchmarkResolvers,
  prices: PriceTable,
): void {
  if (maxCostUsd === undefined || limits?.allowUnpriced) return;
  for (const [id, model] of models) {
    const pricedAs = model.pricedAs ?? id;
    if (!model.price && prices.price(pricedAs) === null)
      throw new UnpricedModelError(id, "the run", pricedAs);
  }
}
