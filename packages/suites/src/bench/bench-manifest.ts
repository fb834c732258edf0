import type { JsonObject } from "@flow-state-dev/records";
import { type CellPlan, circumstancesOf, manifestOf } from "@flow-state-dev/sweep";
import type { SourceFacts } from "../workspace/source.ts";
import type { Workspaces } from "../workspace/workspaces.ts";
import type { BenchConfig } from "./bench-config.ts";
import type { PlannedCase } from "./bench-plan.ts";
import type { BenchModels } from "./check-bench.ts";
import type { ProjectState } from "./project-state.ts";

/**
 * The manifest of a run: who works on what with which model, under what conditions, on which machine and from which
 * commit, with its dirt. What is in `conditions` makes two runs different ones.
 */
export async function benchManifest(
  { kind = "bench", suite, agents, sandbox, folder, model = null, judgeModel }: BenchConfig,
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
  const { plan, planned, project, found, versions, workspaces } = facts;
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
      ...(project && { project: plain(project) }),
      workspaces: plain({ method: workspaces.method, sources: sourcesOf(planned) }),
      benchmark: plain({ tasks: promptsOf(planned) }),
    },
  });
}

function sourcesOf(planned: readonly PlannedCase[]): SourceFacts[] {
  return [...new Map(planned.map(({ source }) => [JSON.stringify(source), source])).values()];
}

/** So many characters of prompts are kept; those after it are left out, for a manifest is read with every list. */
const promptRoom = 200_000;

/** What each case asks for and its tags, so that whoever looks at the run later can read it. */
function promptsOf(
  planned: readonly PlannedCase[],
): { id: string; tags?: readonly string[]; prompt?: string }[] {
  let left = promptRoom;
  return planned.map(({ it: { id, tags, prompt } }) => {
    left -= prompt.length;
    return { id, ...(tags.length > 0 && { tags }), ...(left >= 0 && { prompt }) };
  });
}

function plain(value: object): JsonObject {
  return JSON.parse(JSON.stringify(value)) as JsonObject;
}
