import { createPriceTable } from "@flow-state-dev/core";
import type { Run, RunManifest } from "@flow-state-dev/records";
import { benchmarkPlan } from "../benchmark-plan.ts";
import { benchmarkResolvers } from "../cell/executor-resolvers.ts";
import { judgeOf } from "../judging/judge-of.ts";
import type { RunBenchmarkConfig } from "../run-benchmark-config.ts";
import { benchmarkManifest } from "./benchmark-manifest.ts";

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
