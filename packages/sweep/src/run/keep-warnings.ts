import type { RunStore } from "@flow-state-dev/records";

/** Adds what turned out while the cells ran to what the run says of itself, each sentence once. */
export async function keepWarnings(
  store: RunStore,
  runId: string,
  warnings: readonly string[],
): Promise<void> {
  if (warnings.length === 0) return;
  const kept = (await store.findRun(runId))?.warnings ?? [];
  await store.updateRun(runId, { warnings: [...new Set([...kept, ...warnings])] });
}
