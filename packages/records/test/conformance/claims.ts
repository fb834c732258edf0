import { describe, expect, test } from "vitest";
import type { Outcome } from "../../src/index.ts";
import { cell, claimOf, manifest, passed, result } from "../support/sample-records.ts";
import type { StoresUnderTest } from "../support/stores-under-test.ts";

const notScored: Outcome[] = [
  { kind: "unscored", error: { name: "JudgeError", message: "no answer" } },
  { kind: "infrastructure", error: { name: "ProviderError", message: "down", code: "outage" } },
  { kind: "cancelled", reason: "Ctrl-C" },
];
const scored: Outcome[] = [
  passed,
  { kind: "failed", score: 0.25 },
  { kind: "errored", error: { name: "Error", message: "broke" } },
  { kind: "timed-out", afterMs: 1000 },
  { kind: "over-budget", error: { name: "BudgetError", message: "spent", code: "over-budget" } },
];

/** Registers the tests of who may run a cell, and when again. */
export function claimsConformance(stores: StoresUnderTest): void {
  const { withRun } = stores;

  describe("claims", () => {
    test("a cell is claimed once, also by the same worker", async () => {
      const { store, run } = await withRun();
      expect(await store.claim(run.id, "w1", claimOf(cell))).toEqual({ state: "claimed", attempt: 1 });
      expect(await store.claim(run.id, "w1", claimOf(cell))).toEqual({ state: "taken" });
      expect(await store.claim(run.id, "w2", claimOf(cell))).toEqual({ state: "taken" });
      expect(await store.claim(run.id, "w2", claimOf(cell, "other"))).toEqual({ state: "taken" });
      expect(await store.cell(run.id, cell)).toMatchObject({ attempts: 1, running: true, outcome: null });
    });

    test("of many claims at once exactly one gets it", async () => {
      const { store, run } = await withRun();
      const claims = Array.from({ length: 40 }, (_, i) =>
        store.claim(run.id, `w${1 + (i % 2)}`, claimOf(cell)),
      );
      const states = (await Promise.all(claims)).map(({ state }) => state);
      expect(states.filter((state) => state === "claimed")).toHaveLength(1);
      expect(states.filter((state) => state === "taken")).toHaveLength(39);
    });

    test("cells differ by subject, task and run; runs do not share them", async () => {
      const { store, run } = await withRun();
      const other = await store.createRun(manifest, 1);
      for (const id of [cell, { ...cell, subject: "panel" }, { ...cell, task: "words" }, { ...cell, run: 1 }])
        expect(await store.claim(run.id, "w1", claimOf(id))).toEqual({ state: "claimed", attempt: 1 });
      expect(await store.claim(other.id, "w1", claimOf(cell))).toEqual({ state: "claimed", attempt: 1 });
    });

    test.each(scored)("a cell that ended $kind is done while its task is the same", async (outcome) => {
      const { store, run } = await withRun();
      await store.claim(run.id, "w1", claimOf(cell));
      expect(await store.endAttempt(run.id, cell, 1, result(outcome))).toBe(true);
      expect(await store.claim(run.id, "w2", claimOf(cell))).toEqual({ state: "done" });
      expect(await store.claim(run.id, "w2", claimOf(cell, "changed"))).toEqual({
        state: "claimed",
        attempt: 2,
      });
      expect(await store.cell(run.id, cell)).toMatchObject({
        outcome,
        taskHash: "h1",
        running: true,
        attempts: 2,
      });
      await store.endAttempt(run.id, cell, 2, result(passed));
      expect(await store.cell(run.id, cell)).toMatchObject({
        outcome: passed,
        taskHash: "changed",
        running: false,
      });
      expect(await store.claim(run.id, "w2", claimOf(cell, "changed"))).toEqual({ state: "done" });
    });

    test.each(notScored)("a cell that ended $kind is run again", async (outcome) => {
      const { store, run } = await withRun();
      await store.claim(run.id, "w1", claimOf(cell));
      await store.endAttempt(run.id, cell, 1, result(outcome));
      expect(await store.claim(run.id, "w2", claimOf(cell))).toEqual({ state: "claimed", attempt: 2 });
    });

    test("a changed task whose attempt was lost does not undo the result of the former content", async () => {
      const { store, run } = await withRun();
      await store.claim(run.id, "w1", claimOf(cell));
      await store.endAttempt(run.id, cell, 1, result(passed));
      await store.claim(run.id, "w1", claimOf(cell, "changed"));
      await store.releaseWorker("w1");
      expect(await store.claim(run.id, "w2", claimOf(cell))).toEqual({ state: "done" });
      expect(await store.claim(run.id, "w2", claimOf(cell, "changed"))).toEqual({
        state: "claimed",
        attempt: 3,
      });
    });

    test("only registered workers claim, and only in runs that are there", async () => {
      const { store, run } = await withRun();
      await expect(store.claim(run.id, "nobody", claimOf(cell))).rejects.toMatchObject({
        code: "unknown-worker",
      });
      await expect(store.claim("nope", "w1", claimOf(cell))).rejects.toMatchObject({ code: "unknown-run" });
      await expect(store.heartbeat("nobody")).rejects.toMatchObject({ code: "unknown-worker" });
      await store.releaseWorker("w1");
      await expect(store.claim(run.id, "w1", claimOf(cell))).rejects.toMatchObject({
        code: "unknown-worker",
      });
      await store.registerWorker({ id: "w1", host: "elsewhere", pid: 1 });
      expect(await store.claim(run.id, "w1", claimOf(cell))).toEqual({ state: "claimed", attempt: 1 });
    });
  });
}
