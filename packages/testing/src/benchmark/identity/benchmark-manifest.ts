import type { PriceTable } from "@flow-state-dev/core";
import type { Judge } from "@flow-state-dev/judge";
import type { JsonObject, Run, RunManifest } from "@flow-state-dev/records";
import { type CellPlan, manifestOf } from "@flow-state-dev/sweep";
import type { BenchmarkResolvers } from "../cell/executor-resolvers.ts";
import { defaultBenchmarkName, type RunBenchmarkConfig } from "../run-benchmark-config.ts";
import { runConditions } from "./run-conditions.ts";
import { shownFacts } from "./shown-facts.ts";

/** What a configuration was made into. */
export interface ManifestParts {
  plan: CellPlan;
  judge: Judge;
  resolvers: BenchmarkResolvers;
  prices: PriceTable;
  /** The run whose outputs are graded in place of running the subjects. */
  graded: Run | undefined;
}

/** The manifest of a run: all that makes two runs different ones, and the circumstances that it was made in. */
export function benchmarkManifest(
  config: RunBenchmarkConfig,
  { plan, judge, resolvers, prices, graded }: ManifestParts,
  circumstances: JsonObject = {},
): RunManifest {
  const { version } = prices.snapshot(new Set());
  return manifestOf(plan, {
    kind: "compare",
    name: config.name ?? defaultBenchmarkName,
    simulated: resolvers.simulated || (graded?.manifest.simulated ?? false),
    models: {
      executor: config.model,
      ...(judge.models.length > 0 && { judge: judge.models.join(", ") }),
    },
    conditions: { ...runConditions(config, judge, prices), ...(graded && { regrade: graded.id }) },
    circumstances: {
      ...circumstances,
      priceList: version,
      benchmark: shownFacts(config),
    },
  });
}
