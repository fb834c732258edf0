import { createModelResolver, createPriceTable } from "@flow-state-dev/core";
import type { RunManifest } from "@flow-state-dev/records";
import { manifestOf, planOf } from "@flow-state-dev/sweep";
import type { BenchConfig } from "./bench-config.ts";
import { definitionFacts } from "./bench-manifest.ts";
import { benchCells } from "./bench-plan.ts";
import { checkBench } from "./check-bench.ts";

/**
 * The manifest that a run would have, as far as it can be told without a look at any workspace: it finds the run that
 * would be continued, and the hashes of its tasks say nothing.
 */
export async function planManifest(
  config: Pick<BenchConfig, "kind" | "suite" | "agents" | "cases" | "model" | "judgeModel" | "runs"> &
    Pick<BenchConfig, "sandbox" | "limits" | "prices">,
): Promise<RunManifest> {
  const { suite, agents, cases = suite.cases, model = null, prices = createPriceTable() } = config;
  const found = checkBench(config, cases, createModelResolver(), prices);
  const planned = cases.map((it) => ({ it, hash: "unknown", runs: config.runs ?? it.runs }));
  const versions = new Map(
    await Promise.all(agents.map(async ({ name, agent }) => [name, await agent.version()] as const)),
  );
  return manifestOf(planOf(benchCells(planned, agents, model)), definitionFacts(config, { found, versions }));
}
