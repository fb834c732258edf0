import { findRun } from "./find-run.ts";
import type { Run } from "./run.ts";
import { runsBeforeLast } from "./run-id.ts";
import type { RunStore } from "./run-store.ts";

/** Is it a reference that counts runs back: `last`, `last~1`, …? */
export function isCounted(reference: string): boolean {
  return runsBeforeLast(reference) !== null;
}

/** Whose runs are meant. */
export interface NamedRuns {
  kind: string;
  /** Of the suite or benchmark. */
  name: string;
  /** Is it one that counts back from the last may come to? */
  counts(run: Run): boolean | Promise<boolean>;
}

/**
 * The run of a reference; `last` and `last~1` count only runs of this kind and name. Null when there are not so many.
 * Throws what `findRun` throws for ids.
 */
export async function findNamedRun(
  store: RunStore,
  reference: string,
  { kind, name, counts }: NamedRuns,
): Promise<Run | null> {
  let skip = runsBeforeLast(reference);
  if (skip === null) return findRun(store, reference);
  for await (const run of store.runs({ kind, name })) if ((await counts(run)) && skip-- === 0) return run;
  return null;
}
