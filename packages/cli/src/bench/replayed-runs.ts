import { join } from "node:path";
import { findNamedRun, isCounted, type NamedRuns, replayedRun } from "@flow-state-dev/records";
import { type BenchAgent, BenchConfigError, parseAgent, parseAgentName } from "@flow-state-dev/suites";
import type { LazyStore } from "../runs/lazy-store.ts";
import { recordedRuns } from "./recorded-runs.ts";

/**
 * Agents that repeat a run are tied to that run, whatever is the last one later, with the word whether a simulated
 * model did the work; `last` and `last~1` count only runs of the suite that is about to run. One that repeats a replay
 * repeats what that did, if it is still kept: a patch that could not be applied there may fit again. Throws a
 * `BenchConfigError` for one that repeats a run which is not there.
 */
export async function checkReplays(
  agents: readonly BenchAgent[],
  of: Pick<NamedRuns, "kind" | "name">,
  folder: string,
  store: LazyStore,
): Promise<BenchAgent[]> {
  return Promise.all(agents.map((agent) => checkReplay(agent, of, folder, store)));
}

async function checkReplay(
  agent: BenchAgent,
  of: Pick<NamedRuns, "kind" | "name">,
  folder: string,
  store: LazyStore,
): Promise<BenchAgent> {
  const { name } = agent;
  const parsed = parseAgentName(name);
  if (!parsed.ok || parsed.agent.kind !== "replay") return agent;
  const { run } = parsed.agent;
  const found = store.exists ? await runToRepeat(store, run, of) : null;
  if (!found)
    throw new BenchConfigError(
      `There is no run ${isCounted(run) && of.kind === "bench" ? `${run} of ${of.name}` : run} to repeat in ${join(folder, ".x")}: name one by its id, the start of it, or last.`,
    );
  const first = replayedRun(found.manifest) ?? found.id;
  const kept = (await store.open().findRun(first)) ?? found;
  const replay = parseAgent(`replay:${kept.id}`, { recordedRuns: recordedRuns(store.open()) });
  return { ...agent, agent: replay, replays: first, ...(found.manifest.simulated && { simulated: true }) };
}

function runToRepeat(store: LazyStore, run: string, of: Pick<NamedRuns, "kind" | "name">) {
  return isCounted(run)
    ? findNamedRun(store.open(), run, { ...of, counts: () => true })
    : store.open().findRun(run);
}
