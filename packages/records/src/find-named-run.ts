import { findRun } from "./find-run.ts";
import type { Run } from "./run.ts";
import type { RunStore } from "./run-store.ts";

/** `last`, `last~1`, …: a run that is found by counting. */
const counted = /^last(?:~(\d{1,6}))?$/;

/** Is it a reference that counts runs back? */
export function isCounted(reference: string): boolean {
  return counted.test(reference);
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
  const back = counted.exec(reference);
  if (!back) return findRun(store, reference);
  let skip = Number(back[1] ?? 0);
  for await (const run of store.runs({ kind, name })) if ((await counts(run)) && skip-- === 0) return run;
  return null;
}
