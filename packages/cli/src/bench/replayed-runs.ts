import { existsSync } from "node:fs";
import { join } from "node:path";
import { openStore, type RunStore } from "@flow-state-dev/records";
import { type BenchAgent, BenchConfigError, parseAgent, parseAgentName } from "@flow-state-dev/suites";
import { recordedRuns } from "./recorded-runs.ts";

/** The store of a folder, opened when it is first needed. */
export interface LazyStore extends AsyncDisposable {
  open(): RunStore;
  /** Whether there is one already. */
  readonly exists: boolean;
}

/** Nothing is made before something has to be kept. One that is open already stands for that of the folder. */
export function lazyStore(folder: string, opened?: RunStore): LazyStore {
  let store = opened;
  return {
    get exists() {
      return store !== undefined || existsSync(join(folder, ".x", "x.db"));
    },
    open() {
      store ??= openStore(folder);
      return store;
    },
    async [Symbol.asyncDispose]() {
      await store?.close();
    },
  };
}

/**
 * Agents that repeat a run are tied to that run, whatever is the last one later, with the word whether a simulated model
 * did the work. Throws a `BenchConfigError` for one
 * that repeats a run which is not there.
 */
export async function checkReplays(
  agents: readonly BenchAgent[],
  folder: string,
  store: LazyStore,
): Promise<BenchAgent[]> {
  return Promise.all(agents.map((agent) => checkReplay(agent, folder, store)));
}

async function checkReplay(agent: BenchAgent, folder: string, store: LazyStore): Promise<BenchAgent> {
  const { name } = agent;
  const parsed = parseAgentName(name);
  if (!parsed.ok || parsed.agent.kind !== "replay") return agent;
  const { run } = parsed.agent;
  const found = store.exists ? await store.open().findRun(run) : null;
  if (!found)
    throw new BenchConfigError(
      `There is no run ${run} to repeat in ${join(folder, ".x")}: name one by its id, the start of it, or last.`,
    );
  const replay = parseAgent(`replay:${found.id}`, { recordedRuns: recordedRuns(store.open()) });
  return { ...agent, agent: replay, ...(found.manifest.simulated && { simulated: true }) };
}
