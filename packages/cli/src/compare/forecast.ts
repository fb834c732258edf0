import { isScored, openStoreAt, type RunStore } from "@flow-state-dev/records";
import { continuedRun } from "@flow-state-dev/sweep";
import { type BenchmarkForecast, planBenchmark, type RunBenchmarkConfig } from "@flow-state-dev/testing";
import { lazyStore } from "../runs/lazy-store.ts";
import { plannedManifest } from "./planned-manifest.ts";

/** What a run that is gone on with has already. */
export interface DoneBefore {
  runId: string;
  /** Cells of the plan with a score. */
  cells: number;
}

/** What a benchmark would take, and what of it is done when a run is gone on with. */
export interface Forecast extends BenchmarkForecast {
  done?: DoneBefore;
}

/**
 * What a benchmark would take. Looks at what earlier runs cost, where there are any; makes nothing.
 *
 * @param resume whether to look for a run to go on with
 */
export async function forecast(
  config: RunBenchmarkConfig,
  { folder, address, resume }: { folder: string; address: string | undefined; resume: boolean },
): Promise<Forecast> {
  await using store = lazyStore(folder, address === undefined ? undefined : await openStoreAt(address));
  if (store.exists) {
    const planned = await planBenchmark({ ...config, store: store.open() });
    const done = resume ? await doneBefore(store.open(), config) : null;
    return { ...planned, ...(done && { done }) };
  }
  const { store: _store, ...rest } = config;
  return planBenchmark(rest);
}

async function doneBefore(store: RunStore, config: RunBenchmarkConfig): Promise<DoneBefore | null> {
  const manifest = await plannedManifest(config, store);
  const run = await continuedRun(store, manifest);
  if (run === null) return null;
  let cells = 0;
  for await (const { subject, task, run: at, taskHash, outcome } of store.cells(run.id)) {
    const isPlanned =
      manifest.subjects.includes(subject) && at < manifest.runs && taskHash === manifest.tasks[task];
    if (isPlanned && outcome !== null && isScored(outcome.kind)) cells += 1;
  }
  return { runId: run.id, cells };
}
