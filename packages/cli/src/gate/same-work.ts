import {
  type CellRecord,
  type Run,
  type RunManifest,
  type RunStore,
  replayedRun,
} from "@flow-state-dev/records";
import type { Against } from "./read-against.ts";

/**
 * The run of the store that a run is held against, when the new one repeats its work, or both repeat that of a third;
 * null when they do not. What was changed since is then what grades the work, so that its cases are compared all the
 * same.
 */
export async function sameWork(store: RunStore, against: Against, now: RunManifest): Promise<Run | null> {
  const repeated = replayedRun(now);
  if (repeated === null) return null;
  const before = against.kind === "run" ? against.run : await keptRun(store, against.scored.run);
  if (before?.manifest.subjects.length !== 1) return null;
  return repeated === (replayedRun(before.manifest) ?? before.id) ? before : null;
}

/** The run that a file tells of, by its whole id, for that may be anything in a file; null when it is not kept here. */
async function keptRun(
  store: RunStore,
  { id, manifest: { kind, name } }: Pick<Run, "id" | "manifest">,
): Promise<Run | null> {
  for await (const run of store.runs({ kind, name })) if (run.id === id) return run;
  return null;
}

/**
 * Cases of which a run passed before and does not pass now, that without a result included. With the same work there is
 * no chance in it: each of them shows that something broke which grades it. Not so where only a part of the work was
 * recorded, which was not repeated for that.
 */
export async function lostCases(store: RunStore, before: Run, now: Run): Promise<string[]> {
  const keyOf = ({ task, run }: CellRecord) => JSON.stringify([task, run]);
  const passed = new Set<string>();
  for await (const cell of store.cells(before.id))
    if (isCurrent(cell, before) && cell.outcome?.kind === "passed") passed.add(keyOf(cell));
  const lost = new Set<string>();
  for await (const cell of store.cells(now.id))
    if (isCurrent(cell, now) && cell.outcome?.kind !== "passed" && !isPart(cell) && passed.has(keyOf(cell)))
      lost.add(cell.task);
  return Object.keys(now.manifest.tasks).filter((id) => lost.has(id));
}

/** By the code of `PatchNotWholeError`. */
function isPart({ outcome }: CellRecord): boolean {
  return outcome?.kind === "infrastructure" && outcome.error.code === "patch-not-whole";
}

function isCurrent({ task, taskHash }: CellRecord, { manifest }: Run): boolean {
  return taskHash === manifest.tasks[task];
}
