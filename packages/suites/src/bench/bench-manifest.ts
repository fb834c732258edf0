import { type JsonObject, replaysOf } from "@flow-state-dev/records";
import { type CellPlan, circumstancesOf, type ManifestFacts, manifestOf } from "@flow-state-dev/sweep";
import type { SourceFacts } from "../workspace/source.ts";
import type { Workspaces } from "../workspace/workspaces.ts";
import type { BenchConfig } from "./bench-config.ts";
import type { PlannedCase } from "./bench-plan.ts";
import type { BenchModels } from "./check-bench.ts";
import type { ProjectState } from "./start/project-state.ts";

/**
 * The manifest of a run: who works on what with which model, under what conditions, on which machine and from which
 * commit, with its dirt. What is in `conditions` makes two runs different ones.
 */
export async function benchManifest(
  config: BenchConfig,
  facts: {
    plan: CellPlan;
    planned: readonly PlannedCase[];
    /** Null when no case works on it. */
    project: ProjectState | null;
    found: BenchModels;
    versions: ReadonlyMap<string, string>;
    workspaces: Workspaces;
  },
) {
  const { plan, planned, project, workspaces } = facts;
  return manifestOf(plan, {
    ...definitionFacts(config, facts),
    circumstances: {
      ...(await circumstancesOf(config.folder)),
      sandbox: config.sandbox.notice,
      ...replaysOf(config.agents),
      ...(project && { project: plain(project) }),
      workspaces: plain({ method: workspaces.method, sources: sourcesOf(planned) }),
      benchmark: plain({ tasks: promptsOf(planned), budgetUsd: config.budgetUsd }),
    },
  });
}

/**
 * What of a manifest is known before any file is looked at: all that makes two runs different ones, beside their plan.
 */
export function definitionFacts(
  {
    kind = "bench",
    suite,
    agents,
    sandbox,
    model = null,
    judgeModel,
  }: Pick<BenchConfig, "kind" | "suite" | "agents" | "sandbox" | "model" | "judgeModel">,
  { found, versions }: { found: BenchModels; versions: ReadonlyMap<string, string> },
): ManifestFacts {
  const who = agents.map(({ name, agent }) => [
    name,
    { version: versions.get(name)!, model: agent.model ?? model, settings: agent.settings },
  ]);
  return {
    kind,
    name: suite.name,
    simulated: found.simulated,
    models: Object.fromEntries(found.ids.map((id) => [id, id])),
    conditions: plain({
      agents: Object.fromEntries(who),
      sandbox: sandbox.sandbox.name,
      judge: judgeModel ?? null,
    }),
  };
}

function sourcesOf(planned: readonly PlannedCase[]): SourceFacts[] {
  return [...new Map(planned.map(({ source }) => [JSON.stringify(source), source])).values()];
}

/** So many characters of prompts are kept; those after it are left out, for a manifest is read with every list. */
const promptRoom = 200_000;

/**
 * What each case asks for, its tags, its family and how often it is to be run, so that whoever looks at the run later
 * can read it.
 */
function promptsOf(
  planned: readonly PlannedCase[],
): { id: string; runs: number; tags?: readonly string[]; family?: string; prompt?: string }[] {
  let left = promptRoom;
  return planned.map(({ it: { id, tags, family, prompt }, runs }) => {
    left -= prompt.length;
    return {
      ...{ id, runs, ...(tags.length > 0 && { tags }), ...(family !== undefined && { family }) },
      ...(left >= 0 && { prompt }),
    };
  });
}

function plain(value: object): JsonObject {
  return JSON.parse(JSON.stringify(value)) as JsonObject;
}
