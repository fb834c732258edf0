import type { Run, RunManifest, RunStore } from "@flow-state-dev/records";
import { runToContinue } from "@flow-state-dev/sweep";

/** The run that `--resume` would go on with, finished or not; null where it would begin a new one. */
export async function continuedRun(store: RunStore, manifest: RunManifest): Promise<Run | null> {
  const choice = await runToContinue(store, manifest);
  return "run" in choice ? await store.findRun(choice.run) : null;
}
