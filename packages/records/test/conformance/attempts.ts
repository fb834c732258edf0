import { describe, expect, test } from "vitest";
import type { Outcome } from "../../src/index.ts";
import { cell, claimOf, counted, opening, passed, result, usage } from "../support/sample-records.ts";
import type { StoresUnderTest } from "../support/stores-under-test.ts";
import { used } from "../support/used.ts";

/** Registers the tests of what is kept of an attempt. */
export function attemptsConformance(stores: StoresUnderTest): void {
  const { withRun } = stores;

  describe("attempts", () => {
    test("everything about an attempt is kept", async () => {
      const { store, run } = await withRun();
      await store.claim(run.id, "w1", claimOf(cell));
      const startedAt = new Date(stores.nowMs).toISOString();
      stores.nowMs += 2000;
      const ended = result(
        { kind: "failed", score: 0.5 },
        {
          evidence: {
            exitCode: 1,
            findings: [{ criterion: "short", met: false }],
            text: "Zeile\n\u0000 \ud800 ✓",
          },
          health: { eventLoopLagMs: 1.5, starvedMs: 12, memoryBytes: 100_000_000, openCalls: 3 },
          suspect: true,
        },
      );
      await store.endAttempt(run.id, cell, 1, ended);
      const { artifacts: _artifacts, ...kept } = ended;
      expect(await store.attempts(run.id, cell)).toEqual([
        {
          ...cell,
          ...kept,
          attempt: 1,
          state: "ended",
          taskHash: "h1",
          worker: "w1",
          startedAt,
          endedAt: new Date(stores.nowMs).toISOString(),
          artifacts: [],
          spend: { subject: 0, judge: 0, agent: 0, carried: 0, unknownCalls: 0 },
          usage: used(0, 0),
        },
      ]);
      expect(await store.cell(run.id, cell)).toEqual({
        ...cell,
        taskHash: "h1",
        attempts: 1,
        outcome: { kind: "failed", score: 0.5 },
        running: false,
        workingMs: 100.5,
        waitingMs: 3,
        suspect: true,
        endedAt: new Date(stores.nowMs).toISOString(),
        spend: { subject: 0, judge: 0, agent: 0, carried: 0, unknownCalls: 0 },
        usage: used(0, 0),
      });
    });

    test("what a result took is kept with it, and is the cell's until another attempt ends", async () => {
      const { store, run } = await withRun();
      const unscored = { kind: "unscored", error: { name: "E", message: "m" } } as const;
      const tried = async (attempt: number, ended = result()) => {
        await store.claim(run.id, "w1", claimOf(cell));
        const callId = `call ${attempt}`;
        await store.openCall(run.id, cell, attempt, opening(callId));
        store.chargeCall(run.id, { callId, costUsd: 0.2, usage: usage(1), details: {} });
        await store.endAttempt(run.id, cell, attempt, ended);
      };
      await tried(1, result(unscored, { counted: counted() }));
      expect(await store.cell(run.id, cell)).toMatchObject({ counted: counted() });
      await tried(2, result(unscored));
      expect(await store.cell(run.id, cell)).not.toHaveProperty("counted");
      await tried(3, result(passed, { counted: counted({ cachedUsd: 0, unknownCalls: 1 }) }));
      const told = counted({ cachedUsd: 0, unknownCalls: 1 });
      expect(await store.cell(run.id, cell)).toMatchObject({ counted: told, spend: { subject: 0.6 } });
      for await (const each of store.cells(run.id)) expect(each).toMatchObject({ counted: told });
      const attempts = await store.attempts(run.id, cell);
      expect(attempts.map((each) => (each.state === "ended" ? each.counted : null))).toEqual([
        ...[counted(), undefined, told],
      ]);
    });

    test("an attempt ends once; the second end changes nothing", async () => {
      const { store, run } = await withRun();
      await store.claim(run.id, "w1", claimOf(cell));
      const ends = await Promise.all([
        store.endAttempt(run.id, cell, 1, result(passed)),
        store.endAttempt(run.id, cell, 1, result({ kind: "failed", score: 0 })),
      ]);
      expect(ends).toEqual([true, false]);
      expect(await store.endAttempt(run.id, cell, 1, result({ kind: "failed", score: 0 }))).toBe(false);
      expect((await store.cell(run.id, cell))?.outcome).toEqual(passed);
      expect((await store.totals(run.id)).outcomes).toMatchObject({ passed: 1, failed: 0 });
    });

    test("what never began does not end", async () => {
      const { store, run } = await withRun();
      expect(await store.endAttempt(run.id, cell, 1, result())).toBe(false);
      await store.claim(run.id, "w1", claimOf(cell));
      expect(await store.endAttempt(run.id, cell, 2, result())).toBe(false);
      expect(await store.cell(run.id, { ...cell, run: 1 })).toBeNull();
      expect(await store.attempts(run.id, { ...cell, run: 1 })).toEqual([]);
    });

    test("values that cannot be kept are refused and change nothing", async () => {
      const { store, run } = await withRun();
      await store.claim(run.id, "w1", claimOf(cell));
      const bad = [
        result({ kind: "passed", score: Number.NaN }),
        result({ kind: "passed", score: 1.01 }),
        result({ kind: "failed", score: -0.5 }),
        result({ kind: "passed", score: "1" } as unknown as Outcome),
        result({ kind: "passed" } as unknown as Outcome),
        result({ kind: "timed-out", afterMs: -1 }),
        result({ kind: "wonderful" } as unknown as Outcome),
        result(passed, { workingMs: Number.POSITIVE_INFINITY }),
        result(passed, { workingMs: -1 }),
        result(passed, { waitingMs: -0.5 }),
        result(passed, { health: { eventLoopLagMs: Number.NaN, memoryBytes: 1, openCalls: 0 } }),
        result(passed, { health: { eventLoopLagMs: 0, memoryBytes: -1, openCalls: 0 } }),
        result(passed, { health: { eventLoopLagMs: 0, starvedMs: -1, memoryBytes: 1, openCalls: 0 } }),
        result(passed, { counted: counted({ costUsd: -1 }) }),
        result(passed, { counted: counted({ costUsd: Number.NaN }) }),
        result(passed, { counted: counted({ cachedUsd: 0.26 }) }),
        result(passed, { counted: counted({ unknownCalls: 0.5 }) }),
        result(passed, { counted: counted({ usage: usage(-1) }) }),
        result(passed, {
          artifacts: [
            { name: "a", mediaType: "text/plain", content: "1" },
            { name: "a", mediaType: "text/plain", content: "2" },
          ],
        }),
      ];
      for (const ended of bad)
        await expect(store.endAttempt(run.id, cell, 1, ended)).rejects.toMatchObject({
          code: "invalid-record",
        });
      for (const openedAt of ["", "now", "2030-01-01", "2030-13-01T00:00:00.000Z", "2030-01-01T00:00:00"])
        await expect(store.openCall(run.id, cell, 1, opening("c", { openedAt }))).rejects.toMatchObject({
          code: "invalid-record",
        });
      await expect(store.claim(run.id, "w1", claimOf({ ...cell, run: 0.5 }))).rejects.toMatchObject({
        code: "invalid-record",
      });
      expect(await store.endAttempt(run.id, cell, 1, result())).toBe(true);
    });
  });
}
