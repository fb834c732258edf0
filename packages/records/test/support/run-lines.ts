import { createSqliteStore, exportRun, type ImportingStore } from "../../src/index.ts";
import { all, cell, claimOf, manifest, opening, result, usage } from "./sample-records.ts";

/** A store with one run of two cells, with money, an artifact, a lost call. */
export async function sample(): Promise<{ store: ImportingStore; runId: string; lines: string[] }> {
  const store = createSqliteStore(":memory:");
  const { id } = await store.createRun(manifest, 2);
  await store.registerWorker({ id: "w", host: "h", pid: 1 });
  for (const run of [0, 1]) {
    await store.claim(id, "w", claimOf({ ...cell, run }));
    await store.openCall(id, { ...cell, run }, 1, opening(`c${run}`));
  }
  store.chargeCall(id, { callId: "c0", costUsd: 0.25, usage: usage(5), details: {} });
  const artifacts = [{ name: "output", mediaType: "text/plain", content: "text" }];
  await store.endAttempt(id, cell, 1, result(undefined, { artifacts }));
  await store.releaseWorker("w");
  return { store, runId: id, lines: await all(exportRun(store, id)) };
}

/** The same items, one after the other. */
export async function* toAsync<T>(items: readonly T[]): AsyncGenerator<T> {
  yield* items;
}

/** Lists in lists. */
export function deep(levels: number): string {
  return `${"[".repeat(levels)}${"]".repeat(levels)}`;
}
