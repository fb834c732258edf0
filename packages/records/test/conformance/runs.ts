import { describe, expect, test } from "vitest";
import { judgeCheckKind } from "../../src/index.ts";
import { all, manifest } from "../support/sample-records.ts";
import type { StoresUnderTest } from "../support/stores-under-test.ts";

/** Registers the tests of runs: made, changed, found again, listed. */
export function runsConformance(stores: StoresUnderTest): void {
  const { newStore, withRun } = stores;

  describe("runs", () => {
    test("a run is found again as it was made", async () => {
      const store = await newStore();
      const run = await store.createRun(manifest, 8);
      expect(run).toMatchObject({ manifest, state: "running", plannedCells: 8, warnings: [] });
      expect(run.createdAt).toBe(new Date(stores.nowMs).toISOString());
      expect(run.id).toMatch(/^[A-Za-z0-9_-]+$/);
      expect(await store.findRun(run.id)).toEqual(run);
      expect(await store.findRun("nothing-like-it")).toBeNull();
    });

    test("the first four characters name a run", async () => {
      const store = await newStore();
      const runs = [];
      for (let i = 0; i < 50; i++) runs.push(await store.createRun(manifest, 1));
      for (const run of runs) expect((await store.findRun(run.id.slice(0, 4)))?.id).toBe(run.id);
    });

    test("a start that fits several runs is refused with the runs it fits", async () => {
      const store = await newStore();
      const ids: string[] = [];
      // Seventeen ids share at least one first hex character.
      for (let i = 0; i < 17; i++) ids.push((await store.createRun(manifest, 1)).id);
      const first = ids
        .map((id) => id[0]!)
        .find((c, _, all) => all.filter((other) => other === c).length > 1)!;
      await expect(store.findRun(first)).rejects.toMatchObject({
        code: "ambiguous-run",
        candidates: expect.arrayContaining(ids.filter((id) => id.startsWith(first))),
      });
    });

    test("last and last~n count back from the newest", async () => {
      const store = await newStore();
      expect(await store.findRun("last")).toBeNull();
      const ids: string[] = [];
      for (let i = 0; i < 3; i++) {
        ids.push((await store.createRun(manifest, 1)).id);
        stores.nowMs += 1000;
      }
      expect((await store.findRun("last"))?.id).toBe(ids[2]);
      expect((await store.findRun("last~0"))?.id).toBe(ids[2]);
      expect((await store.findRun("last~2"))?.id).toBe(ids[0]);
      expect(await store.findRun("last~3")).toBeNull();
    });

    test("last and last~n pass over runs that checked a judge, which are found by their ids", async () => {
      const store = await newStore();
      const check = { ...manifest, kind: judgeCheckKind };
      const ids: string[] = [];
      for (const made of [check, manifest, check, manifest, check]) {
        ids.push((await store.createRun(made, 1)).id);
        stores.nowMs += 1000;
      }
      expect((await store.findRun("last"))?.id).toBe(ids[3]);
      expect((await store.findRun("last~1"))?.id).toBe(ids[1]);
      expect(await store.findRun("last~2")).toBeNull();
      expect((await store.findRun(ids[4]!))?.id).toBe(ids[4]);
      expect(await all(store.runs({ kind: judgeCheckKind }))).toHaveLength(3);
      const listed = await all(store.runs({ notKind: judgeCheckKind, limit: 2 }));
      expect(listed.map(({ id }) => id)).toEqual([ids[3], ids[1]]);
    });

    test("warnings are added to those that are there, each once, also when several add some at once", async () => {
      const { store, run } = await withRun();
      await store.updateRun(run.id, { warnings: ["first"] });
      const told = ["a", "b", "c", "first", "a"].map((warning) => [warning, `${warning} again`]);
      await Promise.all(told.map((warnings) => store.updateRun(run.id, { warnings })));
      const { warnings } = (await store.findRun(run.id))!;
      expect(warnings[0]).toBe("first");
      expect([...warnings].sort()).toEqual(
        ["a", "a again", "b", "b again", "c", "c again", "first", "first again"].sort(),
      );
    });

    test("changes are kept, the rest stays", async () => {
      const { store, run } = await withRun();
      stores.nowMs += 5000;
      await store.updateRun(run.id, { state: "interrupted", warnings: ["A task changed."] });
      expect(await store.findRun(run.id)).toEqual({
        ...run,
        state: "interrupted",
        warnings: ["A task changed."],
        updatedAt: new Date(stores.nowMs).toISOString(),
      });
      const changed = { ...manifest, tasks: { sums: "h9" } };
      await store.updateRun(run.id, { manifest: changed, plannedCells: 4 });
      expect(await store.findRun(run.id)).toMatchObject({
        manifest: changed,
        plannedCells: 4,
        state: "interrupted",
        definition: run.definition,
      });
      await expect(store.updateRun("nope", { state: "finished" })).rejects.toMatchObject({
        code: "unknown-run",
      });
    });

    test("the latest unfinished run of a definition is found; tasks and circumstances are no part of it", async () => {
      const store = await newStore();
      const first = await store.createRun(manifest, 8);
      stores.nowMs += 1000;
      const second = await store.createRun({ ...manifest, tasks: {}, circumstances: {} }, 8);
      stores.nowMs += 1000;
      const other = await store.createRun({ ...manifest, runs: 3 }, 8);
      expect(second.definition).toBe(first.definition);
      expect(other.definition).not.toBe(first.definition);
      expect((await store.findUnfinished(first.definition))?.id).toBe(second.id);
      await store.updateRun(second.id, { state: "finished" });
      expect((await store.findUnfinished(first.definition))?.id).toBe(first.id);
      await store.updateRun(first.id, { state: "finished" });
      expect(await store.findUnfinished(first.definition)).toBeNull();
    });

    test("the unfinished run of a definition is opened, or a new one when there is none", async () => {
      const store = await newStore();
      const first = await store.openRun(manifest, 8);
      expect(first).toEqual({ run: await store.findRun("last"), created: true });
      expect(first.run).toMatchObject({ manifest, state: "running", plannedCells: 8, warnings: [] });
      await store.updateRun(first.run.id, { state: "interrupted" });
      const found = await store.findRun(first.run.id);
      expect(await store.openRun({ ...manifest, tasks: {} }, 9)).toEqual({ run: found, created: false });
      const other = await store.openRun({ ...manifest, runs: 3 }, 8);
      expect(other.created).toBe(true);
      await store.updateRun(first.run.id, { state: "finished" });
      const second = await store.openRun(manifest, 8);
      expect(second.created).toBe(true);
      expect(new Set([first.run.id, other.run.id, second.run.id]).size).toBe(3);
    });

    test("of many that open the same definition at once one creates the run", async () => {
      const store = await newStore();
      const opened = await Promise.all(Array.from({ length: 20 }, () => store.openRun(manifest, 8)));
      expect(opened.filter(({ created }) => created)).toHaveLength(1);
      expect(new Set(opened.map(({ run }) => run.id)).size).toBe(1);
      expect(await all(store.runs())).toHaveLength(1);
    });

    test("where a whole id is wanted, a reference is refused with the way to the id", async () => {
      const { store, run } = await withRun();
      const reads = [
        (id: string) => all(store.cells(id)),
        (id: string) => store.totals(id),
        (id: string) => store.updateRun(id, { state: "finished" }),
      ];
      for (const reference of ["last", "last~1", run.id.slice(0, 4)])
        for (const read of reads)
          await expect(read(reference)).rejects.toMatchObject({
            code: "unknown-run",
            message: expect.stringMatching(/whole id.*findRun/),
          });
      await expect(store.totals("nope")).rejects.toMatchObject({
        message: expect.not.stringContaining("findRun"),
      });
    });

    test("they are listed newest first, by kind and name, up to a limit, over more than a page", async () => {
      const store = await newStore();
      const ids: string[] = [];
      for (let i = 0; i < 450; i++) {
        ids.unshift((await store.createRun({ ...manifest, kind: i % 2 === 0 ? "compare" : "bench" }, 1)).id);
        stores.nowMs += i % 3; // Some share their time.
      }
      expect((await all(store.runs())).map(({ id }) => id)).toEqual(ids);
      expect((await all(store.runs({ limit: 7 }))).map(({ id }) => id)).toEqual(ids.slice(0, 7));
      expect(await all(store.runs({ kind: "bench" }))).toHaveLength(225);
      expect(await all(store.runs({ name: "other" }))).toEqual([]);
    });
  });
}
