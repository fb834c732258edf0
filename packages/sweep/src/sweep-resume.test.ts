import { describe, expect, test } from "vitest";
import { type Sweeping, setUp } from "../test/support/sweep-setup.ts";
import { answered, call, httpError, manifestOf, passed, planOfSize } from "../test/support/sweeping.ts";
import { planCells, type RunCell } from "./index.ts";

describe("resume", () => {
  test("keeps what is done, runs what changed again, leaves out what was removed, and says so", async () => {
    const { run, store } = setUp();
    const cells: string[] = [];
    const runCell: RunCell = async ({ task, taskHash, run: repetition }) => {
      if (taskHash === "first" && repetition === 1) throw httpError(500);
      cells.push(`${task} ${taskHash} ${repetition}`);
      return passed();
    };
    const plan = (tasks: Record<string, string>) =>
      planCells({
        subjects: ["s"],
        tasks: Object.entries(tasks).map(([id, hash]) => ({ id, hash })),
        runs: 2,
      });
    const limits = { maxAttempts: 1 };
    const first = await run(runCell, { plan: plan({ a: "first", b: "first", c: "first" }), limits });
    expect(first).toMatchObject({ outcomes: { passed: 3, infrastructure: 3 }, state: "interrupted" });
    cells.length = 0;
    const second = await run(runCell, {
      plan: plan({ a: "first", b: "other", d: "new" }),
      limits,
      resume: true,
    });
    expect(cells).toEqual(["b other 0", "d new 0", "b other 1", "d new 1"]);
    expect(second).toMatchObject({
      runId: first.runId,
      planned: 6,
      outcomes: { passed: 5, infrastructure: 1 },
      warnings: [
        "1 task (b) changed since it last ran: 2 cells run again.",
        "1 task (c) left the plan since the run began: 2 cells are kept, but left out.",
      ],
    });
    expect((await store.findRun("last"))?.warnings).toEqual(second.warnings);
    expect((await store.findRun("last"))?.manifest.tasks).toEqual({ a: "first", b: "other", d: "new" });
  });

  test("what an earlier process said of calls that broke off unheard is still so", async () => {
    const { run } = setUp();
    const plan = planOfSize(1, 2);
    const stop = new AbortController();
    const first = await run(
      async (_, context) => {
        await call(context, async () => ({ ...answered(0.25), mostUsd: 1.25 }));
        stop.abort();
        return passed();
      },
      { plan, signal: stop.signal, limits: { concurrency: 1 } },
    );
    expect(first.warnings).toEqual([expect.stringContaining("1 call broke off")]);
    const second = await run(async () => passed(), { plan, resume: true });
    expect(second).toMatchObject({ runId: first.runId, state: "finished", warnings: first.warnings });
  });

  test("says why it began a new run although there is an unfinished one", async () => {
    const { run, types } = setUp();
    const plan = planOfSize(1, 2);
    const signal = AbortSignal.abort();
    const first = await run(async () => passed(), { plan, signal });
    const other = { ...manifestOf(planOfSize(2, 2)), models: { executor: "acme/two" } };
    const second = await run(async () => passed(), {
      ...{ plan: planOfSize(2, 2), manifest: other, resume: true },
    } as Sweeping);
    const warning = `The unfinished run ${first.runId.slice(0, 4)} of test was not continued but started anew: its definition changed (the subjects: s0, then s0, s1; model "executor": acme/one, then acme/two).`;
    expect(second).toMatchObject({ continued: false, warnings: [warning] });
    expect(types("planned").at(-1)).toMatchObject({ continued: false, warnings: [warning] });
    expect(types("warning")).toEqual([{ type: "warning", message: warning }]);
  });

  test("says why of the unfinished run that differs in the least", async () => {
    const { run } = setUp();
    const begin = async (subjects: number, executor: string, options: Sweeping = {}) => {
      const plan = planOfSize(subjects, 2);
      const manifest = { ...manifestOf(plan), models: { executor } };
      return run(async () => passed(), { plan, manifest, ...options } as Sweeping);
    };
    const stopped = { signal: AbortSignal.abort() };
    await begin(2, "acme/one", stopped);
    const near = await begin(2, "acme/two", stopped);
    await begin(3, "acme/one", stopped);
    const { warnings } = await begin(2, "acme/three", { resume: true });
    expect(warnings).toEqual([
      `The unfinished run ${near.runId.slice(0, 4)} of test was not continued but started anew: its definition changed (model "executor": acme/two, then acme/three).`,
    ]);
  });

  test("says so also when a finished run came after, and names what changed in a long condition", async () => {
    const { run } = setUp();
    const plan = planOfSize(1, 2);
    const hashes = (two: string) => ({ one: "0123456789abcdef".repeat(3), two: two.repeat(48) });
    const manifest = (two: string) => ({ ...manifestOf(plan), conditions: { subjects: hashes(two) } });
    const begun = { plan, manifest: manifest("a"), signal: AbortSignal.abort() } as Sweeping;
    const first = await run(async () => passed(), begun);
    await run(async () => passed(), { plan, manifest: manifest("b") } as Sweeping);
    const third = await run(async () => passed(), {
      plan,
      manifest: manifest("c"),
      resume: true,
    } as Sweeping);
    expect(third.warnings).toEqual([
      `The unfinished run ${first.runId.slice(0, 4)} of test was not continued but started anew: its definition changed (condition "subjects": two).`,
    ]);
  });

  test("the cost of a subject is that of all attempts, however often it is resumed", async () => {
    const { run } = setUp();
    const plan = (hash: string) => planCells({ subjects: ["s"], tasks: [{ id: "a", hash }], runs: 2 });
    let failing = true;
    const runCell: RunCell = async ({ run: repetition }, context) => {
      await call(context, async () => answered(0.5));
      if (failing && repetition === 1) throw httpError(500);
      return passed();
    };
    const costs = async (hash: string, options: Sweeping = {}) => {
      const result = await run(runCell, { plan: plan(hash), limits: { maxAttempts: 1 }, ...options });
      return [result.aggregate.total().costUsd, result.spend.subject];
    };
    expect(await costs("first")).toEqual([1, 1]);
    expect(await costs("second", { resume: true, signal: AbortSignal.abort() })).toEqual([1, 1]);
    expect(await costs("second", { resume: true })).toEqual([2, 2]);
    failing = false;
    expect(await costs("second", { resume: true })).toEqual([2.5, 2.5]);
  });

  test("says that the run is finished when it begins a new one, and what changed since", async () => {
    const { run, types } = setUp();
    const first = await run(async () => passed());
    const id = first.runId.slice(0, 4);
    const second = await run(async () => passed(), { resume: true });
    const warning = `Run ${id} of test is finished, so a new one began, from its first cell on. To go on with the finished one, name it in place of the manifest: run: "${id}".`;
    expect(second).toMatchObject({ continued: false, warnings: [warning] });
    expect(second.runId).not.toBe(first.runId);
    expect(types("planned").at(-1)).toMatchObject({ continued: false, kept: 0, warnings: [warning] });
    const changed = planCells({
      subjects: ["s0", "s1"],
      tasks: ["t0", "t1", "t2"].map((task) => ({
        id: task,
        hash: task === "t1" ? "new" : `hash of ${task}`,
      })),
      runs: 1,
    });
    const third = await run(async () => passed(), { plan: changed, resume: true });
    expect(third.continued).toBe(false);
    expect(third.warnings).toEqual([
      expect.stringMatching(
        /^Run .... of test is finished, .* Since then changed the content of task "t1": hash of t1, then new\. To go on/,
      ),
    ]);
  });

  test("of a named run brings its manifest up to date, and refuses a plan of another definition", async () => {
    const { run, store } = setUp();
    const { runId } = await run(async () => passed(), { plan: planOfSize(2, 2) });
    const more = await run(async () => passed(), { plan: planOfSize(2, 3), run: runId });
    expect(more).toMatchObject({ runId, continued: true, state: "finished", planned: 6 });
    const kept = await store.findRun(runId);
    expect(Object.keys(kept!.manifest.tasks)).toEqual(["t0", "t1", "t2"]);
    const id = runId.slice(0, 4);
    await expect(run(async () => passed(), { plan: planOfSize(3, 3), run: runId })).rejects.toMatchObject({
      code: "invalid-plan",
      message: expect.stringContaining(
        `Run ${id} cannot go on with this plan, which is of another definition (the subjects: s0, s1, then s0, s1, s2)`,
      ),
    });
    await expect(run(async () => passed(), { plan: planOfSize(2, 3, 2), run: runId })).rejects.toThrow(
      "the number of runs: 1, then 2",
    );
    expect(await store.findRun(runId)).toEqual(kept);
  });

  test.each(["", "zzzz"])("a run that is called %j is none", async (name) => {
    const { run } = setUp();
    const message = name === "" ? 'The option run is "", which names no run' : 'The store has no run "zzzz"';
    await expect(run(async () => passed(), { run: name })).rejects.toThrow(message);
  });

  test("without it a new run begins; a finished one is never continued", async () => {
    const { run } = setUp();
    const first = await run(async () => passed());
    expect((await run(async () => passed())).runId).not.toBe(first.runId);
    expect((await run(async () => passed(), { resume: true })).runId).not.toBe(first.runId);
  });
});
