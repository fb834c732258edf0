import { createPriceTable } from "@flow-state-dev/core";
import type { Run, RunManifest } from "@flow-state-dev/records";
import { benchmarkManifest } from "./benchmark-manifest.ts";
import { benchmarkPlan } from "./benchmark-plan.ts";
import { benchmarkResolvers } from "./executor-resolvers.ts";
import { judgeOf } from "./judge-of.ts";
import type { RunBenchmarkConfig } from "./run-benchmark-config.ts";

/**
 * The manifest that a run would have, but for its circumstances: it finds the run that would be continued. Throws what
 * `checkBenchmark` throws.
 *
 * @param graded the run that `regrade` names
 */
export function planManifest(config: RunBenchmarkConfig, graded?: Run): RunManifest {
  const judge = judgeOf(config);
  return benchmarkManifest(config, {
    ...{ judge, graded, prices: config.prices ?? createPriceTable() },
    plan: benchmarkPlan(config, judge.models),
    resolvers: benchmarkResolvers(config, judge.models),
  });
}
