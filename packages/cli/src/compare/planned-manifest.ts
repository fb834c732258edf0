import type { Run, RunManifest, RunStore } from "@flow-state-dev/records";
import { findGradedRun, planManifest, type RunBenchmarkConfig } from "@flow-state-dev/testing";

/** The run whose outputs are graded anew; undefined when new ones are made. */
export async function gradedRun(
  { name = "benchmark", regrade }: RunBenchmarkConfig,
  store: RunStore,
): Promise<Run | undefined> {
  return regrade === undefined ? undefined : await findGradedRun(store, regrade, name);
}

/** The manifest that a run of this would have. */
export async function plannedManifest(config: RunBenchmarkConfig, store: RunStore): Promise<RunManifest> {
  return planManifest(config, await gradedRun(config, store));
}
