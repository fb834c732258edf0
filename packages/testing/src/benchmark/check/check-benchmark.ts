import { createPriceTable } from "@flow-state-dev/core";
import { benchmarkResolvers } from "../cell/executor-resolvers.ts";
import { judgeOf } from "../judging/judge-of.ts";
import type { RunBenchmarkConfig } from "../run-benchmark-config.ts";
import { checkConfig } from "./check-config.ts";
import { checkPrices } from "./check-prices.ts";

/**
 * Throws what `runBenchmark` would throw before anything is spent or written: mistakes, missing keys and prices. The
 * store need not be there yet.
 */
export function checkBenchmark(config: RunBenchmarkConfig): void {
  checkConfig(config, "plan");
  const judge = judgeOf(config);
  checkPrices(config, benchmarkResolvers(config, judge.models), config.prices ?? createPriceTable());
}
