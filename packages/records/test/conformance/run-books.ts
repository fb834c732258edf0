import { describe, expect, test } from "vitest";
import type { CallGrant, CellId } from "../../src/index.ts";
import { all, cell, claimOf, manifest, opening, result, usage } from "../support/sample-records.ts";
import { type MakeStore, storesUnderTest } from "../support/stores-under-test.ts";

/** Registers the tests of what a `RunStore` says and decides about the money of a run. */
export function runBooksConformance(name: string, makeStore: MakeStore): void {
  describe(`${name} keeps the books of a run`, () => {
    const stores = storesUnderTest(makeStore);

    const withCell = async () => {
      const store = await stores.newStore();
      const { id } = await store.createRun(manifest, 8);
      await store.registerWorker({ id: "w1", host: "elsewhere", pid: 1 });
      await store.claim(id, "w1", claimOf(cell));
      const ask = (callId: string, worstCaseUsd: number | null, limitUsd?: number, strict = false) =>
        store.openCall(
          id,
          cell,
          1,
          opening(callId, { worstCaseUsd }),
          limitUsd === undefined ? undefined : { limitUsd, strict },
        );
      const charge = (callId: string, costUsd: number | null) =>
        store.chargeCall(id, { callId, costUsd, usage: usage(1), details: {} });
      return { store, id, ask, charge };
    };

    test("a limit above all that can be spent limits nothing; one that is none is refused", async () => {
      const { ask } = await withCell();
      expect(await ask("a", 0.5, 1e9)).toMatchObject({ state: "opened" });
      expect(await ask("b", 0.5, Number.MAX_VALUE, true)).toMatchObject({ state: "opened" });
      for (const limit of [Number.NaN, -1])
        await expect(ask("c", 0.5, limit)).rejects.toMatchObject({ code: "invalid-record" });
    });

    test("an opening tells the books with the call in them; a charge and a loss move its money", async () => {
      const { store, id, ask, charge } = await withCell();
      const nothing = { spentUsd: 0, carriedUsd: 0, carriedCalls: 0, reservedUsd: 0, openCalls: 0 };
      expect(await store.books(id)).toEqual(nothing);
      const first: CallGrant = { ...nothing, state: "opened", reservedUsd: 0.5, openCalls: 1 };
      expect(await ask("a", 0.5)).toEqual(first);
      expect(await ask("b", null)).toEqual({ ...first, openCalls: 2 });
      expect(await ask("c", 0.25)).toEqual({ ...first, reservedUsd: 0.75, openCalls: 3 });
      charge("a", 0.125);
      expect(await store.books(id)).toEqual({
        ...{ spentUsd: 0.125, carriedUsd: 0, carriedCalls: 0, reservedUsd: 0.25, openCalls: 2 },
      });
      await store.releaseWorker("w1");
      expect(await store.books(id)).toEqual({
        ...{ spentUsd: 0.375, carriedUsd: 0.25, carriedCalls: 1, reservedUsd: 0, openCalls: 0 },
      });
      charge("c", 0.0625);
      charge("b", 1);
      expect(await store.books(id)).toEqual({ ...nothing, spentUsd: 1.1875 });
    });

    test("sums of nonsense that a provider tells are read, if not to the last billionth", async () => {
      const { store, id, ask, charge } = await withCell();
      for (const callId of ["a", "b", "c"]) {
        await ask(callId, 5e6);
        charge(callId, 5_000_000.000000001);
      }
      await ask("d", 8e6);
      await ask("e", 8e6);
      const books = await store.books(id);
      expect(books.spentUsd).toBeCloseTo(15e6, 5);
      expect(books.reservedUsd).toBeCloseTo(16e6, 5);
      const totals = await store.totals(id);
      expect(totals.spend.subject + totals.spend.judge + totals.spend.agent).toBeCloseTo(15e6, 5);
      const [record] = await all(store.cells(id));
      expect(record!.spend.subject + record!.spend.judge + record!.spend.agent).toBeCloseTo(15e6, 5);
      expect(await store.cell(id, cell)).toMatchObject({ spend: record!.spend });
    });

    test("with a budget a call opens while something is left, whatever is under way", async () => {
      const { store, id, ask, charge } = await withCell();
      for (const callId of ["a", "b", "c"])
        expect(await ask(callId, 5, 1)).toMatchObject({ state: "opened", spentUsd: 0 });
      charge("a", 0.75);
      expect(await ask("d", 5, 1)).toMatchObject({ state: "opened", spentUsd: 0.75, reservedUsd: 15 });
      charge("b", 0.25);
      expect(await ask("e", 5, 1)).toMatchObject({ state: "refused", spentUsd: 1, reservedUsd: 10 });
      expect((await all(store.calls(id))).map(({ callId }) => callId)).toEqual(["a", "b", "c", "d"]);
      expect(await ask("e", 5, 1.5)).toMatchObject({ state: "opened" });
      expect(await ask("f", 5)).toMatchObject({ state: "opened" });
    });

    test("with a strict one the worst cases of the calls under way count as spent", async () => {
      const { store, id, ask, charge } = await withCell();
      expect(await ask("a", 0.5, 1, true)).toMatchObject({ state: "opened" });
      expect(await ask("b", 0.5, 1, true)).toMatchObject({ state: "opened", reservedUsd: 1 });
      expect(await ask("c", 0.25, 1, true)).toMatchObject({ state: "refused", spentUsd: 0, reservedUsd: 1 });
      charge("a", 0.25);
      expect(await ask("c", 0.25, 1, true)).toMatchObject({ state: "opened", spentUsd: 0.25 });
      store.carryCall(id, "b");
      expect(await ask("d", 0.25, 1, true)).toMatchObject({ state: "refused", spentUsd: 0.75 });
      charge("b", 0.25);
      expect(await ask("d", 0.25, 1, true)).toMatchObject({ state: "opened", spentUsd: 0.5 });
    });

    test("of many that ask at once only so many open as there is money for", async () => {
      const { ask } = await withCell();
      const grants = await Promise.all(Array.from({ length: 40 }, (_, i) => ask(`c${i}`, 0.3, 1, true)));
      expect(grants.filter(({ state }) => state === "opened")).toHaveLength(3);
      for (const { spentUsd, reservedUsd } of grants) expect(spentUsd + reservedUsd).toBeLessThanOrEqual(1);
    });

    test("a call that costs nothing opens on a spent budget, one of unknown cost does not", async () => {
      const { ask } = await withCell();
      expect(await ask("free", 0, 0)).toMatchObject({ state: "opened" });
      expect(await ask("free too", 0, 0, true)).toMatchObject({ state: "opened" });
      expect(await ask("unknown", null, 0)).toMatchObject({ state: "refused" });
      expect(await ask("dear", 0.1, 0)).toMatchObject({ state: "refused" });
    });

    test("a budget that is no amount is refused, and so is an attempt that is over, before any money", async () => {
      const { store, id, ask } = await withCell();
      for (const limitUsd of [-1, Number.NaN])
        await expect(ask("a", 1, limitUsd)).rejects.toMatchObject({ code: "invalid-record" });
      await store.endAttempt(id, cell, 1, result());
      await expect(ask("a", 1, 0)).rejects.toMatchObject({ code: "attempt-not-running" });
      expect(await store.books(id)).toMatchObject({ openCalls: 0 });
      await expect(store.books("nope")).rejects.toMatchObject({ code: "unknown-run" });
    });

    test("runs do not share their books", async () => {
      const { store, ask } = await withCell();
      await ask("a", 1);
      const other = await store.createRun(manifest, 1);
      await store.claim(other.id, "w1", claimOf(cell));
      const budget = { limitUsd: 1, strict: true };
      const grant = await store.openCall(other.id, cell, 1, opening("a", { worstCaseUsd: 1 }), budget);
      expect(grant).toMatchObject({ state: "opened", reservedUsd: 1 });
    });

    test("a call that is carried counts at its worst case until its charge comes, also after the end", async () => {
      const { store, id, ask, charge } = await withCell();
      await ask("a", 0.5);
      await ask("b", null);
      await ask("c", 0.25);
      charge("c", 0.125);
      for (const callId of ["a", "a", "b", "c"]) store.carryCall(id, callId);
      await store.endAttempt(id, cell, 1, result());
      expect((await all(store.calls(id))).map(({ state }) => state)).toEqual(["lost", "lost", "charged"]);
      const spend = { subject: 0.625, judge: 0, agent: 0, carried: 0.5, unknownCalls: 1 };
      expect((await store.cell(id, cell))?.spend).toEqual(spend);
      expect((await store.attempts(id, cell))[0]?.spend).toEqual(spend);
      expect(await store.books(id)).toMatchObject({ spentUsd: 0.625, carriedUsd: 0.5, carriedCalls: 1 });
      expect(await store.recover(id)).toEqual({ lostAttempts: 0, lostCalls: 0, carriedUsd: 0 });
      charge("a", 0.0625);
      charge("b", 0.25);
      const known = { subject: 0.4375, judge: 0, agent: 0, carried: 0, unknownCalls: 0 };
      expect((await store.totals(id)).spend).toEqual(known);
      expect(await store.books(id)).toMatchObject({ spentUsd: 0.4375, carriedUsd: 0, carriedCalls: 0 });
      store.carryCall(id, "ghost");
      await expect(store.flush()).rejects.toMatchObject({ code: "unknown-call" });
    });

    test("sums of many calls, half of them lost, are exact", async () => {
      const { store, id } = await withCell();
      const ids = Array.from({ length: 300 }, (_, i) => ({ ...cell, run: i + 1 }) satisfies CellId);
      await Promise.all(ids.map((each) => store.claim(id, "w1", claimOf(each))));
      const grants = await Promise.all(
        ids.map((each) => store.openCall(id, each, 1, opening(`c${each.run}`, { worstCaseUsd: 0.1 }))),
      );
      expect(grants.at(-1)).toMatchObject({ reservedUsd: 30, openCalls: 300 });
      for (const { run } of ids.slice(0, 150))
        store.chargeCall(id, { callId: `c${run}`, costUsd: 0.000_000_1, usage: usage(1), details: {} });
      stores.nowMs += 31_000;
      expect(await store.recover(id)).toMatchObject({ lostCalls: 150, carriedUsd: 15 });
      expect(await store.books(id)).toEqual({
        ...{ spentUsd: 15.000_015, carriedUsd: 15, carriedCalls: 150, reservedUsd: 0, openCalls: 0 },
      });
    });
  });
}
