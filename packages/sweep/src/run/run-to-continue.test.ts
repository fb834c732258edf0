import { createSqliteStore } from "@flow-state-dev/records";
import { expect, test } from "vitest";
import { manifestOf, passed, planOfSize } from "../../test/support/sweeping.ts";
import { continuedRun, runToContinue, sweep } from "../index.ts";

/** A store, a plan of six cells, and what counts those that run. */
function counting() {
  const plan = planOfSize(2, 3);
  const runCell = async () => {
    runCell.ran += 1;
    return passed();
  };
  runCell.ran = 0;
  return { store: createSqliteStore(":memory:"), plan, manifest: manifestOf(plan), runCell };
}

test("a finished run of the same definition is shown again, and nothing runs", async () => {
  const { store, plan, manifest, runCell } = counting();
  const first = await sweep({ cells: plan, store, manifest, runCell });
  const again = await sweep({ cells: plan, store, runCell, ...(await runToContinue(store, manifest)) });
  expect(again).toMatchObject({ runId: first.runId, continued: true, state: "finished" });
  expect(runCell.ran).toBe(6);
  await store.close();
});

test("a finished run of which a task has changed, or is new, is made of what is planned from now on", async () => {
  const { store, plan, manifest, runCell } = counting();
  const { runId } = await sweep({ cells: plan, store, manifest, runCell });
  const [first, ...rest] = Object.keys(manifest.tasks);
  const withTasks = (tasks: Record<string, string>) => ({
    ...{ ...manifest, tasks, circumstances: { benchmark: "as it is now" } },
  });
  for (const now of [
    withTasks({ ...manifest.tasks, [first!]: "another" }),
    withTasks({ ...manifest.tasks, new: "new" }),
  ])
    expect(await runToContinue(store, now)).toEqual({ run: runId, manifest: now });
  const fewer = withTasks(Object.fromEntries(rest.map((task) => [task, manifest.tasks[task]!])));
  expect(await runToContinue(store, fewer)).toEqual({ run: runId });
  await store.close();
});

test("a finished run whose tasks were given families since is in those from now on, and nothing runs", async () => {
  const { store, plan, manifest, runCell } = counting();
  const { runId } = await sweep({ cells: plan, store, manifest, runCell });
  const [task] = Object.keys(manifest.tasks);
  const now = { ...manifest, circumstances: { benchmark: { tasks: [{ id: task!, family: "f" }] } } };
  const choice = await runToContinue(store, now);
  expect(choice).toEqual({ run: runId, manifest: now });
  await sweep({ cells: plan, store, runCell, ...choice });
  expect(runCell.ran).toBe(6);
  expect((await store.findRun(runId))!.manifest.circumstances).toEqual(now.circumstances);
  expect(await runToContinue(store, now)).toEqual({ run: runId });
  await store.close();
});

test("an unfinished one is gone on with, and another definition begins a run of its own", async () => {
  const store = createSqliteStore(":memory:");
  const plan = planOfSize(2, 3);
  const manifest = manifestOf(plan);
  expect(await runToContinue(store, manifest)).toEqual({ manifest, resume: true });
  const { id } = await store.createRun(manifest, plan.count);
  expect(await runToContinue(store, manifest)).toEqual({ run: id, manifest });
  const other = { ...manifest, runs: 9 };
  expect(await runToContinue(store, other)).toEqual({ manifest: other, resume: true });
  await store.close();
});

test("one that another process works on with an earlier content of a task is refused, and as it is joined", async () => {
  const { store, plan, manifest, runCell } = counting();
  const [first] = Object.keys(manifest.tasks);
  const changed = { ...manifest, tasks: { ...manifest.tasks, [first!]: "another" } };
  const asked: unknown[] = [];
  const seen: unknown[] = [];
  const slowly = async () => {
    if (runCell.ran === 0)
      for (const now of [manifest, changed]) {
        asked.push(await runToContinue(store, now).catch(({ code, message }) => [code, message]));
        seen.push((await continuedRun(store, now))?.id);
      }
    return runCell();
  };
  const limits = { concurrency: 1 };
  const { runId } = await sweep({ cells: plan, store, manifest, runCell: slowly, limits });
  const id = runId.slice(0, 4);
  expect(asked).toEqual([
    { run: runId, manifest },
    [
      "invalid-plan",
      `Another process is at work on run ${id}, with an earlier content of task ${first}; let it end or stop it, or begin a run of its own without resume. Nothing was run.`,
    ],
  ]);
  expect(seen).toEqual([runId, runId]);
  expect(await runToContinue(store, changed)).toEqual({ run: runId, manifest: changed });
  await store.close();
});

test("a selection of the tasks that was run meanwhile is not taken for the run of all, nor that for the selection", async () => {
  const { store, plan, manifest } = counting();
  const { id: whole } = await store.createRun(manifest, plan.count);
  const [first, ...rest] = Object.keys(manifest.tasks);
  const withTasks = (tasks: Record<string, string>) => ({ ...manifest, tasks });
  const selection = withTasks({ [first!]: manifest.tasks[first!]! });
  const { id: part } = await store.createRun(selection, 3);
  expect(await runToContinue(store, manifest)).toEqual({ run: whole, manifest });
  expect(await runToContinue(store, selection)).toEqual({ run: part, manifest: selection });
  // Also when a task was changed, is new or is gone since.
  for (const now of [
    withTasks({ ...manifest.tasks, [first!]: "another" }),
    withTasks({ ...manifest.tasks, new: "new" }),
    withTasks(Object.fromEntries(rest.map((task) => [task, manifest.tasks[task]!]))),
  ])
    expect(await runToContinue(store, now)).toEqual({ run: whole, manifest: now });
  // Of several of the same tasks the latest.
  const { id: latest } = await store.createRun(manifest, plan.count);
  expect(await runToContinue(store, manifest)).toEqual({ run: latest, manifest });
  await store.close();
});

test("of several that are unfinished it is the one of which the most is done, back to the last that was finished", async () => {
  const { store, plan, manifest } = counting();
  const begin = async (cells: number) => {
    const drain = new AbortController();
    let ran = 0;
    const runCell = async () => {
      ran += 1;
      if (ran === cells) drain.abort();
      return passed();
    };
    const options = cells === 0 ? { signal: AbortSignal.abort() } : { drain: drain.signal };
    const limits = { concurrency: 1 };
    return (await sweep({ cells: plan, store, manifest, runCell, limits, ...options })).runId;
  };
  await begin(5);
  const finished = await begin(6);
  expect(await runToContinue(store, manifest)).toEqual({ run: finished });
  const none = await begin(0);
  expect(await runToContinue(store, manifest)).toEqual({ run: none, manifest });
  const most = await begin(4);
  await begin(1);
  await begin(0);
  expect(await runToContinue(store, manifest)).toEqual({ run: most, manifest });
  const asMany = await begin(4);
  expect(await runToContinue(store, manifest)).toEqual({ run: asMany, manifest });
  await store.close();
});

test("one that another process finishes meanwhile is the one all the same: nothing is paid for twice", async () => {
  const { store, plan, manifest, runCell } = counting();
  const { id } = await store.createRun(manifest, plan.count);
  const choice = await runToContinue(store, manifest);
  const first = await sweep({ cells: plan, store, run: id, runCell });
  expect(first.state).toBe("finished");
  const again = await sweep({ cells: plan, store, runCell, ...choice });
  expect(again).toMatchObject({ runId: id, continued: true, state: "finished" });
  expect(runCell.ran).toBe(6);
  await store.close();
});

test.each([
  [{ name: "other" }, "test, then other"],
  [{ models: { executor: "acme/two" } }, "acme/one, then acme/two"],
])("a manifest for a run of another definition is refused: %j", async (change, what) => {
  const store = createSqliteStore(":memory:");
  const plan = planOfSize(2, 3);
  const manifest = manifestOf(plan);
  const { id } = await store.createRun(manifest, plan.count);
  const other = { ...manifest, ...change };
  const going = sweep({ cells: plan, store, run: id, manifest: other, runCell: async () => passed() });
  await expect(going).rejects.toThrow(/cannot go on with this plan, which is of another definition/);
  await expect(going).rejects.toThrow(what);
  await store.close();
});
