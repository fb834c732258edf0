import { isScored, type RunManifest, type RunStore } from "@flow-state-dev/records";
import type { SuiteCase } from "@flow-state-dev/suites";
import { continuedRun } from "@flow-state-dev/sweep";
import type { BenchFlags } from "./bench-flags.ts";
import { countedSoFar } from "./spent-before.ts";

/** What of a suite is still to be run. */
export interface RunsLeft {
  /** Runs of a case by an agent that are to be made; those with a result that stands are not. */
  of(agent: string, it: SuiteCase): number;
  /** What the run has spent before, as far as it counts against a budget, in US dollars. */
  spentUsd: number;
  /** There is a run to go on with; else a new one begins. */
  isGoingOn: boolean;
}

/** All of it: nothing was run before. */
export function allRuns(flags: Pick<BenchFlags, "runs">): RunsLeft {
  return { of: (_agent, it) => flags.runs ?? it.runs, spentUsd: 0, isGoingOn: false };
}

/**
 * What is left of the run that `--resume` goes on with; all when it begins a new one. Changes nothing in the store.
 *
 * @param looked whether the manifest has the hashes of the cases as they are now; else they are taken to be what they
 *   were
 */
export async function runsLeft(
  store: RunStore,
  manifest: RunManifest,
  flags: Pick<BenchFlags, "runs" | "strict">,
  { looked }: { looked: boolean },
): Promise<RunsLeft> {
  const all = allRuns(flags);
  const run = await continuedRun(store, manifest);
  if (!run) return all;
  const { tasks } = looked ? manifest : run.manifest;
  const done = new Map<string, number[]>();
  for await (const { subject, task, run: at, taskHash, outcome } of store.cells(run.id)) {
    if (outcome === null || !isScored(outcome.kind) || taskHash !== tasks[task]) continue;
    const key = JSON.stringify([subject, task]);
    const before = done.get(key);
    if (before) before.push(at);
    else done.set(key, [at]);
  }
  const spentUsd = await countedSoFar(store, run.id, flags);
  return {
    of(agent, it) {
      const planned = all.of(agent, it);
      const standing = done.get(JSON.stringify([agent, it.id])) ?? [];
      return planned - standing.filter((at) => at < planned).length;
    },
    spentUsd,
    isGoingOn: true,
  };
}
