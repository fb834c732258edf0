import { afterEach } from "vitest";
import type { Run, RunStore } from "../../src/index.ts";
import { manifest } from "./sample-records.ts";

/** What a store under test must let the suite set. */
export interface StoreSeams {
  /** Milliseconds since 1970, in place of the real clock. */
  now: () => number;
}

/** Makes an empty store; what it needs is cleaned up when it is closed or when the process ends. */
export type MakeStore = (seams: StoreSeams) => RunStore | Promise<RunStore>;

/** The stores of the tests around, closed after each of them. */
export interface StoresUnderTest {
  /** Their clock. */
  nowMs: number;
  newStore(): Promise<RunStore>;
  /** A store with a run in it, and two workers on another machine. */
  withRun(): Promise<{ store: RunStore; run: Run }>;
}

/** To be called where tests are described. */
export function storesUnderTest(makeStore: MakeStore): StoresUnderTest {
  const open: RunStore[] = [];
  afterEach(async () => {
    for (const store of open.splice(0)) await store.close();
  });
  const stores: StoresUnderTest = {
    nowMs: Date.parse("2030-01-01T00:00:00.000Z"),
    newStore: async () => {
      const store = await makeStore({ now: () => stores.nowMs });
      open.push(store);
      return store;
    },
    withRun: async () => {
      const store = await stores.newStore();
      const run = await store.createRun(manifest, 8);
      await store.registerWorker({ id: "w1", host: "elsewhere", pid: 1 });
      await store.registerWorker({ id: "w2", host: "elsewhere", pid: 2 });
      return { store, run };
    },
  };
  return stores;
}
