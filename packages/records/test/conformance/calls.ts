import { describe, expect, test } from "vitest";
import { all, cell, claimOf, manifest, opening, result, usage } from "../support/sample-records.ts";
import type { StoresUnderTest } from "../support/stores-under-test.ts";

/** Registers the tests of calls and what they cost. */
export function callsConformance(stores: StoresUnderTest): void {
  const { withRun } = stores;

  describe("calls and money", () => {
    test("a call is kept from its opening on, and its charge goes to who spent it", async () => {
      const { store, run } = await withRun();
      await store.claim(run.id, "w1", claimOf(cell));
      await store.openCall(run.id, cell, 1, opening("c1"));
      await store.openCall(
        run.id,
        cell,
        1,
        opening("c2", { payer: "judge", modelId: "j", worstCaseUsd: null }),
      );
      await store.openCall(run.id, cell, 1, opening("c3", { payer: "agent" }));
      expect(await all(store.calls(run.id))).toEqual([
        { ...cell, attempt: 1, state: "open", ...opening("c1") },
        {
          ...cell,
          attempt: 1,
          state: "open",
          ...opening("c2", { payer: "judge", modelId: "j", worstCaseUsd: null }),
        },
        { ...cell, attempt: 1, state: "open", ...opening("c3", { payer: "agent" }) },
      ]);
      expect((await store.totals(run.id)).spend).toEqual({
        subject: 0,
        judge: 0,
        agent: 0,
        carried: 0,
        unknownCalls: 0,
      });

      store.chargeCall(run.id, {
        callId: "c1",
        costUsd: 0.1,
        usage: usage(10),
        details: { finishReason: "stop" },
      });
      store.chargeCall(run.id, { callId: "c2", costUsd: null, usage: usage(1), details: {} });
      store.chargeCall(run.id, { callId: "c3", costUsd: 0.2, usage: usage(100), details: {} });
      await store.flush();
      const spend = { subject: 0.1, judge: 0, agent: 0.2, carried: 0, unknownCalls: 1 };
      const summed = {
        inputTokens: 111,
        outputTokens: 60,
        cacheReadTokens: 15,
        cacheWriteTokens: 6,
        reasoningTokens: 21,
      };
      expect(await store.totals(run.id)).toMatchObject({ spend, usage: summed, running: 1, attempts: 1 });
      expect(await store.cell(run.id, cell)).toMatchObject({ spend, usage: summed });
      expect((await store.attempts(run.id, cell))[0]).toMatchObject({
        spend,
        usage: summed,
        state: "running",
      });
      expect((await all(store.calls(run.id, cell)))[0]).toEqual({
        ...cell,
        attempt: 1,
        ...opening("c1"),
        state: "charged",
        costUsd: 0.1,
        usage: usage(10),
        details: { finishReason: "stop" },
      });
    });

    test("a read sees a charge that nobody waited for", async () => {
      const { store, run } = await withRun();
      await store.claim(run.id, "w1", claimOf(cell));
      await store.openCall(run.id, cell, 1, opening("c1"));
      store.chargeCall(run.id, { callId: "c1", costUsd: 0.1, usage: usage(10), details: {} });
      expect((await store.cell(run.id, cell))?.spend.subject).toBe(0.1);
    });

    test("money is exact over many calls", async () => {
      const { store, run } = await withRun();
      await store.claim(run.id, "w1", claimOf(cell));
      const ids = Array.from({ length: 1500 }, (_, i) => `c${i}`);
      await Promise.all(ids.map((id) => store.openCall(run.id, cell, 1, opening(id))));
      for (const callId of ids)
        store.chargeCall(run.id, { callId, costUsd: 0.000_000_1, usage: usage(1), details: {} });
      await store.endAttempt(run.id, cell, 1, result());
      expect((await store.totals(run.id)).spend.subject).toBe(0.000_15);
    });

    test("the money of a cell is that of all its attempts", async () => {
      const { store, run } = await withRun();
      for (const attempt of [1, 2]) {
        await store.claim(run.id, "w1", claimOf(cell));
        await store.openCall(run.id, cell, attempt, opening(`c${attempt}`));
        store.chargeCall(run.id, { callId: `c${attempt}`, costUsd: 0.3, usage: usage(1), details: {} });
        await store.endAttempt(run.id, cell, attempt, result({ kind: "cancelled", reason: "x" }));
      }
      expect((await store.cell(run.id, cell))?.spend.subject).toBe(0.6);
      expect((await store.attempts(run.id, cell)).map(({ spend }) => spend.subject)).toEqual([0.3, 0.3]);
    });

    test("a second charge changes nothing; a charge after the end still counts", async () => {
      const { store, run } = await withRun();
      await store.claim(run.id, "w1", claimOf(cell));
      await store.openCall(run.id, cell, 1, opening("c1"));
      await store.endAttempt(run.id, cell, 1, result());
      store.chargeCall(run.id, { callId: "c1", costUsd: 0.1, usage: usage(10), details: {} });
      store.chargeCall(run.id, { callId: "c1", costUsd: 0.4, usage: usage(10), details: {} });
      await store.flush();
      expect((await store.cell(run.id, cell))?.spend.subject).toBe(0.1);
      expect((await store.totals(run.id)).usage.inputTokens).toBe(10);
    });

    test("a charge of a call that was never opened is told by flush, and harms no other write", async () => {
      const { store, run } = await withRun();
      store.chargeCall(run.id, { callId: "ghost", costUsd: 0.1, usage: usage(10), details: {} });
      expect(await store.claim(run.id, "w1", claimOf(cell))).toEqual({ state: "claimed", attempt: 1 });
      await expect(store.flush()).rejects.toMatchObject({ code: "unknown-call" });
      await store.flush();
      expect((await store.totals(run.id)).spend.subject).toBe(0);
    });

    test("calls are opened only in attempts under way, each once, with sane numbers", async () => {
      const { store, run } = await withRun();
      const refused = { code: "attempt-not-running" };
      await expect(store.openCall(run.id, cell, 1, opening("c1"))).rejects.toMatchObject(refused);
      await store.claim(run.id, "w1", claimOf(cell));
      await expect(store.openCall(run.id, cell, 2, opening("c1"))).rejects.toMatchObject(refused);
      await store.openCall(run.id, cell, 1, opening("c1"));
      await expect(store.openCall(run.id, cell, 1, opening("c1"))).rejects.toMatchObject({
        code: "duplicate-call",
      });
      const negative = store.openCall(run.id, cell, 1, opening("c2", { worstCaseUsd: -1 }));
      await expect(negative).rejects.toMatchObject({ code: "invalid-record" });
      expect(() =>
        store.chargeCall(run.id, { callId: "c1", costUsd: Number.NaN, usage: usage(1), details: {} }),
      ).toThrow(/cost/);
      await store.endAttempt(run.id, cell, 1, result());
      await expect(store.openCall(run.id, cell, 1, opening("c3"))).rejects.toMatchObject(refused);
      expect(await all(store.calls(run.id))).toHaveLength(1);
    });

    test("the same call id may be used in another run", async () => {
      const { store, run } = await withRun();
      const other = await store.createRun(manifest, 1);
      for (const { id } of [run, other]) {
        await store.claim(id, "w1", claimOf(cell));
        await store.openCall(id, cell, 1, opening("c1"));
      }
      store.chargeCall(other.id, { callId: "c1", costUsd: 0.25, usage: usage(1), details: {} });
      expect((await store.totals(run.id)).spend.subject).toBe(0);
      expect((await store.totals(other.id)).spend.subject).toBe(0.25);
    });
  });
}
