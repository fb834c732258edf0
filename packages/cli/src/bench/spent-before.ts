import { sumUsd } from "@flow-state-dev/core";
import type { RunManifest, RunStore } from "@flow-state-dev/records";
import type { SandboxChoice } from "@flow-state-dev/suites";
import { continuedRun } from "@flow-state-dev/sweep";
import type { BenchFlags } from "./bench-flags.ts";
import type { PlannedBench } from "./plan-bench.ts";
import { plannedManifest } from "./planned-manifest.ts";

/**
 * What the runs that `--resume` goes on with have spent so far, suite by suite, as far as it counts against a budget,
 * in US dollars. Nothing of a suite that begins a new run, and without `--resume`.
 */
export async function spentBefore(
  benches: readonly PlannedBench[],
  flags: BenchFlags,
  { store, sandbox }: { store: RunStore; sandbox: SandboxChoice },
): Promise<number[]> {
  if (!flags.resume) return benches.map(() => 0);
  const spent: number[] = [];
  for (const bench of benches)
    spent.push(await spentBy(store, await plannedManifest(bench, flags, sandbox), flags));
  return spent;
}

async function spentBy(store: RunStore, manifest: RunManifest, flags: BenchFlags): Promise<number> {
  const run = await continuedRun(store, manifest);
  return run === null ? 0 : countedSoFar(store, run.id, flags);
}

/** What a run has spent so far, as far as it counts against a budget, in US dollars. */
export async function countedSoFar(
  store: RunStore,
  runId: string,
  { strict }: Pick<BenchFlags, "strict">,
): Promise<number> {
  const { spentUsd, carriedUsd } = await store.books(runId);
  return strict ? spentUsd : sumUsd([spentUsd, -carriedUsd]);
}
