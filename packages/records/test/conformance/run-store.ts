import { describe, expect, test } from "vitest";
import { all, cell, claimOf, manifest, result, usage } from "../support/sample-records.ts";
import { type MakeStore, storesUnderTest } from "../support/stores-under-test.ts";
import { artifactsConformance } from "./artifacts.ts";
import { attemptProgressConformance } from "./attempt-progress.ts";
import { attemptsConformance } from "./attempts.ts";
import { callsConformance } from "./calls.ts";
import { claimsConformance } from "./claims.ts";
import { lostWorkersConformance } from "./lost-workers.ts";
import { readingConformance } from "./reading.ts";
import { runBooksConformance } from "./run-books.ts";
import { runGlanceConformance } from "./run-glance.ts";
import { runsConformance } from "./runs.ts";

/** Registers the tests of the whole contract of `RunStore` for one implementation. */
export function runStoreConformance(name: string, makeStore: MakeStore): void {
  describe(`${name} is a RunStore`, () => {
    const stores = storesUnderTest(makeStore);
    runsConformance(stores);
    claimsConformance(stores);
    attemptsConformance(stores);
    artifactsConformance(stores);
    callsConformance(stores);
    lostWorkersConformance(stores);
    readingConformance(stores);

    test("a closed store refuses everything, and closes twice without harm", async () => {
      const { store, run } = await stores.withRun();
      await store.close();
      await store.close();
      const closed = { code: "store-closed" };
      await expect(store.createRun(manifest, 1)).rejects.toMatchObject(closed);
      await expect(store.claim(run.id, "w1", claimOf(cell))).rejects.toMatchObject(closed);
      await expect(store.endAttempt(run.id, cell, 1, result())).rejects.toMatchObject(closed);
      await expect(store.findRun("last")).rejects.toMatchObject(closed);
      await expect(all(store.cells(run.id))).rejects.toMatchObject(closed);
      await expect(store.flush()).rejects.toMatchObject(closed);
      expect(() =>
        store.chargeCall(run.id, { callId: "c", costUsd: 0, usage: usage(0), details: {} }),
      ).toThrow(/closed/);
    });
  });
  runBooksConformance(name, makeStore);
  runGlanceConformance(name, makeStore);
  attemptProgressConformance(name, makeStore);
}
