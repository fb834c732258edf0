// What is said of a run whose process was killed, by the list and by a page that was open meanwhile.
import { spawn } from "node:child_process";
import { once } from "node:events";
import { hostname } from "node:os";
import { type AttemptResult, openStore, type RunStore } from "@flow-state-dev/records";
import { type LiveEvent, openLabelBook } from "@flow-state-dev/viewer";
import { expect, test } from "vitest";
import { readRunRow } from "../src/runs/run-row.ts";
import { runsText } from "../src/runs/runs-text.ts";
import { settleDead, settlingEvery } from "../src/runs/settle-dead.ts";
import { runText } from "../src/show/run-text.ts";
import { openView } from "../src/view/open-view.ts";
import { tempFolder } from "./temp-folder.ts";

const cell = { subject: "x", task: "a", run: 0 };
const manifest = {
  ...{ kind: "bench", name: "suite", subjects: ["x"], tasks: { a: "h" }, runs: 1, simulated: false },
  ...{ conditions: {}, models: {}, circumstances: {} },
};
const usage = {
  ...{ inputTokens: 10, outputTokens: 1, cacheReadTokens: 0, cacheWriteTokens: 0, reasoningTokens: 0 },
};

const passed: AttemptResult = {
  ...{ outcome: { kind: "passed", score: 1 }, evidence: {}, artifacts: [] },
  ...{ workingMs: 1, waitingMs: 0, health: null, suspect: false },
};

/** A run of a process of its own, in the midst of a call that costs 9 dollars at most. */
async function runGoingOn(store: RunStore) {
  const child = spawn(process.execPath, ["-e", "setInterval(() => {}, 1000)"], { stdio: "ignore" });
  const run = await store.createRun(manifest, 1);
  await store.registerWorker({ id: "w", host: hostname(), pid: child.pid! });
  await store.claim(run.id, "w", { ...cell, taskHash: "h" });
  const opening = { callId: "one", payer: "agent", modelId: "acme/one", worstCaseUsd: 9 } as const;
  await store.openCall(run.id, cell, 1, { ...opening, openedAt: new Date().toISOString() });
  const kill = async () => {
    const ended = once(child, "exit");
    child.kill("SIGKILL");
    await ended;
  };
  return { id: run.id, kill };
}

async function folderWithStore() {
  const folder = await tempFolder();
  const store = openStore(folder.path);
  const labels = openLabelBook(folder.path);
  return {
    ...{ store, labels },
    async [Symbol.asyncDispose]() {
      await store.close();
      await folder[Symbol.asyncDispose]();
    },
  };
}

test("a page that is open sees that a run was killed, and what its calls cost at most", async () => {
  await using folder = await folderWithStore();
  const { store, labels } = folder;
  const run = await runGoingOn(store);
  using view = openView(store, { labels, settle: settlingEvery(0, () => settleDead(store)) });
  expect(await view.head(run.id)).toMatchObject({ state: "running", costUsd: 0, carriedUsd: 0 });
  const told: LiveEvent[] = [];
  const { promise: first, resolve } = Promise.withResolvers<void>();
  const stop = view.watch((event) => {
    told.push(event);
    resolve();
  });
  await first;
  await run.kill();
  // Nobody asks for anything: it is told.
  const before = told.length;
  await expect.poll(() => told.length, { timeout: 20_000 }).toBeGreaterThan(before);
  expect((await store.findRun(run.id))!.state).toBe("interrupted");
  stop();
  const said = { state: "interrupted", costUsd: 9, carriedUsd: 9, running: 0 };
  expect(await view.head(run.id)).toMatchObject(said);
  expect((await view.runs()).runs).toMatchObject([said]);
});

test("the list asks as well, and not more often than it may", async () => {
  await using folder = await folderWithStore();
  const { store, labels } = folder;
  const run = await runGoingOn(store);
  using seldom = openView(store, { labels, settle: settlingEvery(1e9, () => settleDead(store)) });
  expect((await seldom.runs()).runs).toMatchObject([{ state: "running" }]);
  await run.kill();
  expect((await seldom.runs()).runs).toMatchObject([{ state: "running" }]);
  using view = openView(store, { labels, settle: settlingEvery(1e9, () => settleDead(store)) });
  expect((await view.runs()).runs).toMatchObject([{ state: "interrupted" }]);
});

test("a run that was killed and went on has a cost of at most so much, and nothing beyond", async () => {
  await using folder = await folderWithStore();
  const { store, labels } = folder;
  const run = await runGoingOn(store);
  await run.kill();
  await settleDead(store);
  await store.registerWorker({ id: "v", host: "here", pid: process.pid });
  await store.claim(run.id, "v", { ...cell, taskHash: "h" });
  const opening = { callId: "two", payer: "agent", modelId: "acme/one", worstCaseUsd: 9 } as const;
  await store.openCall(run.id, cell, 2, { ...opening, openedAt: new Date().toISOString() });
  store.chargeCall(run.id, { callId: "two", costUsd: 0.5, usage, details: {} });
  await store.endAttempt(run.id, cell, 2, passed);
  await store.updateRun(run.id, { state: "finished" });
  const row = await readRunRow(store, (await store.findRun(run.id))!);
  expect(runsText([row], Date.now())).toContain("  ≤ $9.50  ");
  using view = openView(store, { labels });
  expect(await view.score(run.id)).toMatchObject({ mean: 1, unknownCosts: 0 });
});

test("a run that was killed took as long as its cells did, however late somebody looks at it", async () => {
  await using folder = await tempFolder();
  const benchmark = {
    subjects: [{ name: "x", kind: "pattern" }],
    tasks: [{ id: "a", category: "reasoning" }],
  };
  for (const kind of ["bench", "compare"]) {
    let now = Date.UTC(2030, 0, 1);
    const store = openStore(folder.path, { now: () => now });
    const run = await store.createRun({ ...manifest, kind, runs: 2, circumstances: { benchmark } }, 2);
    await store.registerWorker({ id: `w ${kind}`, host: hostname(), pid: process.pid });
    await store.claim(run.id, `w ${kind}`, { ...cell, taskHash: "h" });
    now += 2_000;
    await store.endAttempt(run.id, cell, 1, passed);
    await store.releaseWorker(`w ${kind}`);
    now += 10 * 3_600_000;
    await settleDead(store, () => now);
    const found = (await store.findRun(run.id))!;
    expect(found.state).toBe("interrupted");
    expect(await runText(store, found)).toMatch(/ · 2\.0 s · run /);
    using view = openView(store, { labels: openLabelBook(folder.path) });
    expect((await view.run(run.id)).cost).toMatch(/ · 2\.0 s · run /);
    await store.close();
  }
});

test("a run that was killed after its last cell, before it could say so, is finished", async () => {
  await using folder = await tempFolder();
  let now = Date.UTC(2030, 0, 1);
  const store = openStore(folder.path, { now: () => now });
  const run = await store.createRun(manifest, 1);
  await store.registerWorker({ id: "w", host: hostname(), pid: process.pid });
  await store.claim(run.id, "w", { ...cell, taskHash: "h" });
  now += 2_000;
  await store.endAttempt(run.id, cell, 1, passed);
  await store.releaseWorker("w");
  now += 10 * 3_600_000;
  await settleDead(store, () => now);
  const found = (await store.findRun(run.id))!;
  expect(found.state).toBe("finished");
  expect(await runText(store, found)).toMatch(/ · 2\.0 s · run /);
  await store.close();
});

test("a run of two processes goes on while one of them is between two cells and the other was killed", async () => {
  await using folder = await folderWithStore();
  const { store } = folder;
  const run = await runGoingOn(store);
  const second = { ...cell, run: 1 };
  await store.registerWorker({ id: "v", host: hostname(), pid: process.pid });
  await store.claim(run.id, "v", { ...second, taskHash: "h" });
  await store.endAttempt(run.id, second, 1, passed);
  await run.kill();
  await settleDead(store);
  expect((await store.findRun(run.id))!.state).toBe("running");
  expect((await store.totals(run.id)).running).toBe(0);
});

test("whoever works on another run keeps none from being told to be interrupted", async () => {
  await using folder = await folderWithStore();
  const { store } = folder;
  const run = await runGoingOn(store);
  const other = await store.createRun(manifest, 1);
  await store.registerWorker({ id: "v", host: hostname(), pid: process.pid });
  await store.claim(other.id, "v", { ...cell, taskHash: "h" });
  await run.kill();
  await settleDead(store);
  const states = [run, other].map(async ({ id }) => (await store.findRun(id))!.state);
  expect(await Promise.all(states)).toEqual(["interrupted", "running"]);
});

test("a run whose process ended without a word is not running, with nothing under way either", async () => {
  await using folder = await folderWithStore();
  const { store } = folder;
  const stateOf = async (id: string) => (await store.findRun(id))!.state;
  const begun = await store.createRun(manifest, 2);
  const empty = await store.createRun(manifest, 2);
  await store.registerWorker({ id: "w", host: hostname(), pid: process.pid });
  await store.claim(begun.id, "w", { ...cell, taskHash: "h" });
  await store.endAttempt(begun.id, cell, 1, passed);
  await settleDead(store);
  expect(await stateOf(begun.id), "between two cells").toBe("running");
  await store.releaseWorker("w");
  await settleDead(store);
  expect([await stateOf(begun.id), await stateOf(empty.id)]).toEqual(["interrupted", "running"]);
  await settleDead(store, () => Date.now() + 31_000);
  expect(await stateOf(empty.id), "its process may just have made it").toBe("interrupted");
});
