import { spawnSync } from "node:child_process";
import { hostname } from "node:os";
import { describe, expect, test } from "vitest";
import type { RunStore } from "../../src/index.ts";
import { all, cell, claimOf, manifest, opening, passed, result, usage } from "../support/sample-records.ts";
import type { StoresUnderTest } from "../support/stores-under-test.ts";

/** Registers the tests of what becomes of the cells of workers that are gone. */
export function lostWorkersConformance(stores: StoresUnderTest): void {
  const { withRun } = stores;

  describe("workers that are gone", () => {
    const lose = async (store: RunStore, runId: string) => {
      await store.claim(runId, "w1", claimOf(cell));
      await store.openCall(runId, cell, 1, opening("known"));
      await store.openCall(runId, cell, 1, opening("unknown", { payer: "judge", worstCaseUsd: null }));
      await store.openCall(runId, cell, 1, opening("charged", { payer: "agent" }));
      store.chargeCall(runId, { callId: "charged", costUsd: 0.125, usage: usage(10), details: {} });
    };

    test("thirty seconds of silence make a worker dead; its open calls are carried at their worst case", async () => {
      const { store, run } = await withRun();
      await lose(store, run.id);
      await store.claim(run.id, "w2", claimOf({ ...cell, run: 1 }));
      stores.nowMs += 25_000;
      await store.heartbeat("w2");
      expect(await store.recover(run.id)).toEqual({ lostAttempts: 0, lostCalls: 0, carriedUsd: 0 });
      stores.nowMs += 6_000;
      expect(await store.recover(run.id)).toEqual({ lostAttempts: 1, lostCalls: 2, carriedUsd: 0.5 });
      expect(await store.recover(run.id)).toEqual({ lostAttempts: 0, lostCalls: 0, carriedUsd: 0 });

      const spend = { subject: 0.5, judge: 0, agent: 0.125, carried: 0.5, unknownCalls: 1 };
      expect(await store.totals(run.id)).toMatchObject({ running: 1, attempts: 2, spend });
      expect(await store.cell(run.id, cell)).toMatchObject({
        running: false,
        outcome: null,
        attempts: 1,
        spend,
      });
      expect((await store.attempts(run.id, cell))[0]).toMatchObject({
        state: "lost",
        endedAt: new Date(stores.nowMs).toISOString(),
        spend,
      });
      expect((await all(store.calls(run.id, cell))).map(({ state }) => state)).toEqual([
        "lost",
        "lost",
        "charged",
      ]);
      expect(await store.claim(run.id, "w2", claimOf(cell))).toEqual({ state: "claimed", attempt: 2 });
    });

    test("an attempt given up cannot end or call any more, whatever its worker thinks", async () => {
      const { store, run } = await withRun();
      await lose(store, run.id);
      stores.nowMs += 31_000;
      await store.recover(run.id);
      expect(await store.endAttempt(run.id, cell, 1, result())).toBe(false);
      await expect(store.openCall(run.id, cell, 1, opening("more"))).rejects.toMatchObject({
        code: "attempt-not-running",
      });
      await store.heartbeat("w1");
      expect(await store.claim(run.id, "w1", claimOf(cell))).toEqual({ state: "claimed", attempt: 2 });
      expect(await store.endAttempt(run.id, cell, 1, result({ kind: "failed", score: 0 }))).toBe(false);
      expect(await store.endAttempt(run.id, cell, 2, result())).toBe(true);
      expect((await store.cell(run.id, cell))?.outcome).toEqual(passed);
    });

    test("a charge that comes after all takes the place of the worst case", async () => {
      const { store, run } = await withRun();
      await lose(store, run.id);
      stores.nowMs += 31_000;
      await store.recover(run.id);
      store.chargeCall(run.id, { callId: "known", costUsd: 0.25, usage: usage(1), details: {} });
      store.chargeCall(run.id, { callId: "unknown", costUsd: 0.75, usage: usage(1), details: {} });
      const spend = { subject: 0.25, judge: 0.75, agent: 0.125, carried: 0, unknownCalls: 0 };
      expect((await store.totals(run.id)).spend).toEqual(spend);
      expect((await store.attempts(run.id, cell))[0]?.spend).toEqual(spend);
    });

    test("a process of this host that is gone is dead at once, one that lives is not", async () => {
      const { store, run } = await withRun();
      const { pid } = spawnSync(process.execPath, ["-e", ""]);
      await store.registerWorker({ id: "gone", host: hostname(), pid });
      await store.registerWorker({ id: "here", host: hostname(), pid: process.pid });
      await store.registerWorker({ id: "far", host: `not-${hostname()}`, pid });
      const ids = ["gone", "here", "far"].map((worker, i) => ({ worker, id: { ...cell, run: i } }));
      for (const { worker, id } of ids) await store.claim(run.id, worker, claimOf(id));
      expect(await store.recover(run.id)).toMatchObject({ lostAttempts: 1 });
      expect((await store.attempts(run.id, ids[0]!.id))[0]?.state).toBe("lost");
      expect((await store.totals(run.id)).running).toBe(2);
    });

    test("a worker that ends in good order gives back what it holds, in all runs", async () => {
      const { store, run } = await withRun();
      const other = await store.createRun(manifest, 1);
      await lose(store, run.id);
      await store.claim(other.id, "w1", claimOf(cell));
      await store.claim(other.id, "w2", claimOf({ ...cell, run: 1 }));
      await store.releaseWorker("w1");
      expect((await store.totals(run.id)).running).toBe(0);
      expect((await store.totals(other.id)).running).toBe(1);
      expect((await store.totals(run.id)).spend).toMatchObject({
        subject: 0.5,
        carried: 0.5,
        unknownCalls: 1,
      });
      expect(await store.claim(run.id, "w2", claimOf(cell))).toEqual({ state: "claimed", attempt: 2 });
    });

    test("a worker is alive until it is released, silent for thirty seconds, or gone from this host", async () => {
      const { store } = await withRun();
      expect(await store.hasLivingWorker()).toBe(true);
      await store.releaseWorker("w1");
      expect(await store.hasLivingWorker()).toBe(true);
      await store.releaseWorker("w2");
      expect(await store.hasLivingWorker()).toBe(false);
      const { pid } = spawnSync(process.execPath, ["-e", ""]);
      await store.registerWorker({ id: "gone", host: hostname(), pid });
      expect(await store.hasLivingWorker()).toBe(false);
      await store.registerWorker({ id: "far", host: `not-${hostname()}`, pid });
      stores.nowMs += 29_000;
      expect(await store.hasLivingWorker()).toBe(true);
      stores.nowMs += 2_000;
      expect(await store.hasLivingWorker()).toBe(false);
    });

    test("a worker is on a run from its first cell to its end, between two cells too", async () => {
      const { store, run } = await withRun();
      const other = await store.createRun(manifest, 1);
      const living = () => Promise.all([run.id, other.id].map((id) => store.hasLivingWorker(id)));
      expect(await living()).toEqual([false, false]);
      await store.claim(run.id, "w1", claimOf(cell));
      expect(await living()).toEqual([true, false]);
      await store.endAttempt(run.id, cell, 1, result());
      expect(await living()).toEqual([true, false]);
      await store.claim(other.id, "w2", claimOf(cell));
      await store.releaseWorker("w1");
      expect(await living()).toEqual([false, true]);
      stores.nowMs += 31_000;
      expect(await living()).toEqual([false, false]);
      await expect(store.hasLivingWorker("none")).rejects.toMatchObject({ code: "unknown-run" });
    });

    test("each worker was at work from its first attempt to the end of its last, as far as that is known", async () => {
      const { store, run } = await withRun();
      expect(await store.sessions(run.id)).toEqual([]);
      const time = (seconds: number) => new Date(begin + seconds * 1000).toISOString();
      const begin = stores.nowMs;
      const work = async (worker: string, repetition: number, seconds: number) => {
        const own = { ...cell, run: repetition };
        await store.claim(run.id, worker, claimOf(own));
        stores.nowMs += seconds * 1000;
        await store.endAttempt(run.id, own, 1, result());
      };
      await work("w1", 0, 2);
      await work("w1", 1, 3);
      await store.claim(run.id, "w1", claimOf({ ...cell, run: 2 }));
      stores.nowMs += 3_600_000;
      await store.registerWorker({ id: "w2", host: "h", pid: 1 });
      await store.recover(run.id);
      await work("w2", 3, 4);
      const other = await store.createRun(manifest, 1);
      await store.claim(other.id, "w2", claimOf(cell));
      expect(await store.sessions(run.id)).toEqual([
        { startedAt: time(0), endedAt: time(5) },
        { startedAt: time(3605), endedAt: time(3609) },
      ]);
      await expect(store.sessions("none")).rejects.toMatchObject({ code: "unknown-run" });
    });

    test("recovery looks at one run only", async () => {
      const { store, run } = await withRun();
      const other = await store.createRun(manifest, 1);
      await store.claim(run.id, "w1", claimOf(cell));
      await store.claim(other.id, "w1", claimOf(cell));
      stores.nowMs += 31_000;
      expect(await store.recover(other.id)).toMatchObject({ lostAttempts: 1 });
      expect((await store.totals(run.id)).running).toBe(1);
    });

    test("a call still open in an attempt that ended is carried too, once its worker is gone", async () => {
      const { store, run } = await withRun();
      await lose(store, run.id);
      await store.endAttempt(run.id, cell, 1, result());
      expect((await store.totals(run.id)).spend.carried).toBe(0);
      stores.nowMs += 31_000;
      expect(await store.recover(run.id)).toEqual({ lostAttempts: 0, lostCalls: 2, carriedUsd: 0.5 });
      expect((await store.cell(run.id, cell))?.outcome).toEqual(passed);
      expect((await store.totals(run.id)).spend).toMatchObject({
        carried: 0.5,
        subject: 0.5,
        unknownCalls: 1,
      });
    });
  });
}
