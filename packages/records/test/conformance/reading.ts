import { describe, expect, test } from "vitest";
import type { CellId, Outcome } from "../../src/index.ts";
import { all, cell, claimOf, passed, result } from "../support/sample-records.ts";
import type { StoresUnderTest } from "../support/stores-under-test.ts";

/** Registers the tests of reading a run. */
export function readingConformance(stores: StoresUnderTest): void {
  const { withRun } = stores;

  describe("reading", () => {
    test("cells come in the order of run, task, subject, over more than a page, by filter", async () => {
      const { store, run } = await withRun();
      const ids: CellId[] = [];
      for (let r = 0; r < 3; r++)
        for (const task of ["a", "b", "ä"])
          for (let s = 0; s < 60; s++) ids.push({ subject: `s${String(s).padStart(2, "0")}`, task, run: r });
      const shuffled = [...ids].reverse();
      await Promise.all(shuffled.map((id) => store.claim(run.id, "w1", claimOf(id))));
      const ends = ids.map((id, i) => {
        const outcome: Outcome = i % 10 === 0 ? { kind: "failed", score: 0 } : passed;
        return i % 7 === 0 ? null : store.endAttempt(run.id, id, 1, result(outcome));
      });
      await Promise.all(ends);
      const key = ({ subject, task, run: r }: CellId) => `${r}/${task}/${subject}`;
      expect((await all(store.cells(run.id))).map(key)).toEqual(ids.map(key));
      const failed = ids.filter((_, i) => i % 10 === 0 && i % 7 !== 0);
      expect((await all(store.cells(run.id, { outcomes: ["failed"] }))).map(key)).toEqual(failed.map(key));
      expect(await all(store.cells(run.id, { outcomes: [] }))).toEqual([]);
      expect(await all(store.cells(run.id, { subject: "s05" }))).toHaveLength(9);
      expect(
        await all(store.cells(run.id, { subject: "s05", task: "b", outcomes: ["passed", "failed"] })),
      ).toHaveLength(ids.filter((id, i) => id.subject === "s05" && id.task === "b" && i % 7 !== 0).length);
      expect(await store.totals(run.id)).toMatchObject({
        attempts: 540,
        running: ids.filter((_, i) => i % 7 === 0).length,
        outcomes: { failed: failed.length, cancelled: 0 },
      });
    });

    test("names may hold any character", async () => {
      const { store, run } = await withRun();
      const odd = { subject: "a'b\"c\u0000d%_\u{1f600}", task: "", run: 0 };
      await store.claim(run.id, "w1", claimOf(odd, "ü"));
      expect((await all(store.cells(run.id)))[0]).toMatchObject({ ...odd, taskHash: "ü" });
      expect(await store.cell(run.id, odd)).not.toBeNull();
    });

    test("of a run that is not there there is nothing to read", async () => {
      const { store } = await withRun();
      const refused = { code: "unknown-run" };
      await expect(all(store.cells("nope"))).rejects.toMatchObject(refused);
      await expect(store.cell("nope", cell)).rejects.toMatchObject(refused);
      await expect(store.totals("nope")).rejects.toMatchObject(refused);
      await expect(all(store.calls("nope"))).rejects.toMatchObject(refused);
      await expect(store.recover("nope")).rejects.toMatchObject(refused);
    });
  });
}
