import { importedAt, type Run, type RunStore, scoredCount } from "@flow-state-dev/records";
import type { GateResult } from "./hold-gate.ts";

/** Keeps with a run what its gate came to. */
export async function keepGate(
  store: RunStore,
  { id, manifest }: Run,
  { passed }: GateResult,
): Promise<void> {
  const circumstances = { ...manifest.circumstances, gate: { passed } };
  await store.updateRun(id, { manifest: { ...manifest, circumstances } });
}

/** Did it fail its gate? Not when it was imported: whoever took it in wants to hold others against it. */
export function failedGate({ manifest }: Pick<Run, "manifest">): boolean {
  const { gate } = manifest.circumstances;
  const isFailed = (Object(gate) as { passed?: unknown }).passed === false;
  return isFailed && importedAt(manifest) === null;
}

/** Is there any result that another run can be held against? */
export async function hasResults(store: RunStore, { id }: Pick<Run, "id">): Promise<boolean> {
  return scoredCount(await store.totals(id)) > 0;
}
