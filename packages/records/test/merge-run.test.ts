import { describe, expect, test } from "vitest";
import {
  createSqliteStore,
  exportRun,
  type ImportingStore,
  importedAt,
  importRun,
  mergeRun,
} from "../src/index.ts";
import { all, cell, claimOf, manifest, opening, result, usage } from "./support/sample-records.ts";

const at = "2031-01-01T00:00:00.000Z";
const later = "2031-02-01T00:00:00.000Z";

/** A machine that works on a run, and the lines of the run as it stands there. */
async function elsewhere() {
  let nowMs = Date.parse("2030-01-01T00:00:00.000Z");
  const store = createSqliteStore(":memory:", { now: () => (nowMs += 1000) });
  const { id } = await store.createRun(manifest, 2);
  let calls = 0;
  const work = async (run: number, outcome = result().outcome, worker = "w") => {
    await store.registerWorker({ id: worker, host: "h", pid: 1 });
    const claimed = await store.claim(id, worker, claimOf({ ...cell, run }));
    if (claimed.state !== "claimed") throw new Error(claimed.state);
    const callId = `c${++calls} ${worker}`;
    await store.openCall(id, { ...cell, run }, claimed.attempt, opening(callId));
    store.chargeCall(id, { callId, costUsd: 0.25, usage: usage(5), details: {} });
    const artifacts = [{ name: "output", mediaType: "text/plain", content: "text" }];
    await store.endAttempt(id, { ...cell, run }, claimed.attempt, result(outcome, { artifacts }));
    await store.releaseWorker(worker);
  };
  return { store, id, work, lines: () => all(exportRun(store, id)) };
}

const cancelled = { kind: "cancelled", reason: "r" } as const;

async function here(lines: string[]): Promise<ImportingStore> {
  const store = createSqliteStore(":memory:");
  await importRun(store, lines, { at });
  return store;
}

describe("a later state of a run that is here", () => {
  test("brings its new cells, attempts and calls, and the run is then as it is there", async () => {
    const there = await elsewhere();
    await there.work(0, cancelled);
    const store = await here(await there.lines());
    await there.work(0);
    await there.work(1);
    await there.store.updateRun(there.id, { state: "finished", warnings: ["so it is"] });
    const lines = await there.lines();
    const { run, ...news } = await mergeRun(store, lines, { at: later });
    expect(news).toEqual({ cells: 1, attempts: 2, calls: 2 });
    expect(run).toMatchObject({ id: there.id, state: "finished", warnings: ["so it is"] });
    expect(importedAt(run.manifest)).toBe(later);
    expect((await all(exportRun(store, there.id))).slice(1)).toEqual(lines.slice(1));
    expect(await all(store.runs())).toHaveLength(1);
    expect(await store.totals(there.id)).toEqual(await there.store.totals(there.id));
    // Once more: nothing is new, and the mark stays.
    const again = await mergeRun(store, lines, { at: "2031-03-01T00:00:00.000Z" });
    expect(again).toEqual({ run, cells: 0, attempts: 0, calls: 0 });
    await Promise.all([store.close(), there.store.close()]);
  });

  test("tells how an attempt ended that was under way, or given up here", async () => {
    for (const settles of [false, true]) {
      const there = await elsewhere();
      await there.store.registerWorker({ id: "v", host: "h", pid: 1 });
      await there.store.claim(there.id, "v", claimOf(cell));
      await there.store.openCall(there.id, cell, 1, opening("c"));
      const store = await here(await there.lines());
      if (settles) expect(await store.recover(there.id)).toMatchObject({ lostAttempts: 1, lostCalls: 1 });
      there.store.chargeCall(there.id, { callId: "c", costUsd: 0.25, usage: usage(5), details: {} });
      await there.store.endAttempt(there.id, cell, 1, result());
      const lines = await there.lines();
      expect(await mergeRun(store, lines)).toMatchObject({ cells: 0, attempts: 1, calls: 1 });
      expect((await all(exportRun(store, there.id))).slice(1)).toEqual(lines.slice(1));
      await Promise.all([store.close(), there.store.close()]);
    }
  });

  test("an earlier one brings nothing, whatever was done here since", async () => {
    const there = await elsewhere();
    await there.work(0);
    const early = await there.lines();
    await there.work(1);
    const store = await here(await there.lines());
    const before = await all(exportRun(store, there.id));
    expect(await mergeRun(store, early, { at: later })).toMatchObject({ cells: 0, attempts: 0, calls: 0 });
    expect(await all(exportRun(store, there.id))).toEqual(before);
    await Promise.all([store.close(), there.store.close()]);
  });

  test("what was done here meanwhile stays, and cells of both are together", async () => {
    const there = await elsewhere();
    await there.work(0);
    const store = await here(await there.lines());
    await there.work(1);
    await store.registerWorker({ id: "mine", host: "h", pid: 1 });
    const words = { ...cell, task: "words" };
    await store.claim(there.id, "mine", claimOf(words));
    await store.endAttempt(there.id, words, 1, result());
    await store.releaseWorker("mine");
    expect(await mergeRun(store, await there.lines())).toMatchObject({ cells: 1, attempts: 1, calls: 1 });
    expect((await store.totals(there.id)).outcomes.passed).toBe(3);
    expect(await store.claim(there.id, "mine", claimOf(words)).catch(({ code }) => code)).toBe(
      "unknown-worker",
    );
    await Promise.all([store.close(), there.store.close()]);
  });

  test("one cell that was done in both is refused by its name, and nothing changes", async () => {
    const there = await elsewhere();
    await there.work(0, cancelled);
    const store = await here(await there.lines());
    await there.work(0);
    await there.work(1);
    await store.registerWorker({ id: "mine", host: "h", pid: 1 });
    await store.claim(there.id, "mine", claimOf(cell));
    await store.endAttempt(there.id, cell, 2, result());
    await store.releaseWorker("mine");
    const before = await all(exportRun(store, there.id));
    await expect(mergeRun(store, await there.lines())).rejects.toMatchObject({
      code: "run-conflict",
      message: expect.stringMatching(
        /tells otherwise of baseline on sums, run 1, attempt 2:.* in another folder, or under another X_STORE\.$/,
      ),
    });
    expect(await all(exportRun(store, there.id))).toEqual(before);
    await Promise.all([store.close(), there.store.close()]);
  });

  test("other content of an attempt or a call is refused by its name", async () => {
    const there = await elsewhere();
    await there.work(0);
    const lines = await there.lines();
    const store = await here(lines);
    const change = (from: string, to: string) => lines.map((line) => line.replaceAll(from, to));
    for (const [changed, what] of [
      [change('"text":"text"', '"text":"other"'), "attempt 1:"],
      [change('"modelId":"openai/gpt-5"', '"modelId":"other"'), "attempt 1, call c1 w:"],
      [change('"createdAt":"2030', '"createdAt":"2029'), "what it is made of:"],
    ] as const)
      await expect(mergeRun(store, changed)).rejects.toThrow(what);
    await Promise.all([store.close(), there.store.close()]);
  });

  test("nothing is added to a run that is being worked on, or that is not here", async () => {
    const there = await elsewhere();
    await there.work(0);
    const store = await here(await there.lines());
    await there.work(1);
    await store.registerWorker({ id: "mine", host: "elsewhere", pid: 1 });
    await store.claim(there.id, "mine", claimOf({ ...cell, task: "words" }));
    await expect(mergeRun(store, await there.lines())).rejects.toMatchObject({ code: "run-busy" });
    const empty = createSqliteStore(":memory:");
    await expect(mergeRun(empty, await there.lines())).rejects.toMatchObject({ code: "run-conflict" });
    await Promise.all([store.close(), empty.close(), there.store.close()]);
  });

  test("what was written to it meanwhile keeps it from being replaced", async () => {
    const there = await elsewhere();
    await there.work(0);
    const store = await here(await there.lines());
    await there.work(1);
    const lines = await there.lines();
    async function* slowly() {
      yield* lines.slice(0, -1);
      await store.updateRun(there.id, { warnings: ["meanwhile"] });
      yield lines.at(-1)!;
    }
    await expect(mergeRun(store, slowly())).rejects.toMatchObject({ code: "run-busy" });
    expect((await store.findRun(there.id))?.warnings).toEqual(["meanwhile"]);
    await Promise.all([store.close(), there.store.close()]);
  });

  test("of a file that is cut off this is told, also where what came of it cannot be removed", async () => {
    const there = await elsewhere();
    await there.work(0);
    const cut = (await there.lines()).slice(0, -1);
    const store = await here(await there.lines());
    const stageRun: ImportingStore["stageRun"] = async (...given) => ({
      ...(await store.stageRun(...given)),
      discard: () => Promise.reject(new Error("cannot be removed")),
    });
    await there.work(1);
    const longerCut = (await there.lines()).slice(0, -1);
    const truncated = { code: "run-file-truncated" };
    await expect(importRun({ ...store, stageRun }, cut, { id: "new" })).rejects.toMatchObject(truncated);
    await expect(mergeRun({ ...store, stageRun }, longerCut)).rejects.toMatchObject(truncated);
    await Promise.all([store.close(), there.store.close()]);
  });

  test("a file that is cut off changes nothing", async () => {
    const there = await elsewhere();
    await there.work(0);
    const store = await here(await there.lines());
    const before = await all(exportRun(store, there.id));
    await there.work(1);
    const cut = (await there.lines()).slice(0, -1);
    await expect(mergeRun(store, cut)).rejects.toMatchObject({ code: "run-file-truncated" });
    expect(await all(exportRun(store, there.id))).toEqual(before);
    await Promise.all([store.close(), there.store.close()]);
  });
});
