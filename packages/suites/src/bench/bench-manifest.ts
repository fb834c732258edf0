import type { JsonObject } from "@flow-state-dev/records";
import { type CellPlan, circumstancesOf, manifestOf } from "@flow-state-dev/sweep";
import type { SourceFacts } from "../workspace/source.ts";
import type { Workspaces } from "../workspace/workspaces.ts";
import type { BenchConfig } from "./bench-config.ts";
import type { PlannedCase } from "./bench-plan.ts";
import type { BenchModels } from "./check-bench.ts";

/**
 * The manifest of a run: who works on what with which model, under what conditions, on which machine and from which
 * commit, with its dirt. What is in `conditions` makes two runs different ones.
 */
export async function benchManifest(
  { kind = "bench", suite, agents, sandbox, folder, model = null, judgeModel }: BenchConfig,
  facts: {
    plan: CellPlan;
    planned: readonly PlannedCase[];
    found: BenchModels;
    versions: ReadonlyMap<string, string>;
    workspaces: Workspaces;
  },
) {
  const { plan, planned, found, versions, workspaces } = facts;
  const who = agents.map(({ name, agent }) => [
    name,
    { version: versions.get(name)!, model: agent.model ?? model, settings: agent.settings },
  ]);
  return manifestOf(plan, {
    kind,
    name: suite.name,
    simulated: found.simulated,
    models: Object.fromEntries(found.ids.map((id) => [id, id])),
    conditions: plain({
      agents: Object.fromEntries(who),
      sandbox: sandbox.sandbox.name,
      judge: judgeModel ?? null,
    }),
    circumstances: {
      ...(await circumstancesOf(folder)),
      sandbox: sandbox.notice,
      workspaces: plain({ method: workspaces.method, sources: sourcesOf(planned) }),
    },
  });
}

function sourcesOf(planned: readonly PlannedCase[]): SourceFacts[] {
  return [...new Map(planned.map(({ source }) => [JSON.stringify(source), source])).values()];
}

function plain(value: object): JsonObject {
  return JSON.parse(JSON.stringify(value)) as JsonObject;
}
