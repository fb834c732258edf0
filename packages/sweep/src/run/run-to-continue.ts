import { definitionHash, type RunManifest, type RunStore } from "@flow-state-dev/records";
import type { RunChoice } from "./open-run.ts";

/**
 * Which run to go on with when somebody asks to resume: the latest of the same definition. One that is finished already
 * is taken too, so that the same command again shows what there is and spends nothing, unless a task has changed.
 */
export async function runToContinue(store: RunStore, manifest: RunManifest): Promise<RunChoice> {
  const definition = definitionHash(manifest);
  const { kind, name } = manifest;
  for await (const run of store.runs({ kind, name })) {
    if (run.definition !== definition) continue;
    // By its name: another process may finish it before this one has opened it.
    return run.state === "finished" ? { run: run.id } : { run: run.id, manifest };
  }
  return { manifest, resume: true };
}
