import { spawnSync } from "node:child_process";
import { hostname } from "node:os";
import { noUsage } from "@flow-state-dev/core";
import { createSqliteStore } from "@flow-state-dev/records";
import { describe, expect, test } from "vitest";
import { setUp } from "../test/support/sweep-setup.ts";
import { all, answered, call, manifestOf, passed, planOfSize } from "../test/support/sweeping.ts";
import { type CellPlan, type RunCell, sweep } from "./index.ts";

describe("money that other processes spend", () => {
  const otherCell = { subject: "s9", task: "t9", run: 0 };
  const opening = (callId: string, worstCaseUsd: number) => ({
    ...{ callId, payer: "subject" as const, modelId: "acme/one", worstCaseUsd },
    openedAt: "2026-01-01T00:00:00.000Z",
  });
  const charge = (callId: string, costUsd: number) => ({
    callId,
    costUsd,
    usage: { ...noUsage },
    details: {},
  });

  /** A run that another process is on too: it holds a cell of its own, and calls there. */
  async function shared(plan: CellPlan, pid = process.pid) {
    const all = setUp();
    const { store } = all;
    const { id } = await store.createRun(manifestOf(plan), plan.count);
    await store.registerWorker({ id: "other", host: hostname(), pid });
    await store.claim(id, "other", { ...otherCell, taskHash: "h" });
    const open = (callId: string, worstCaseUsd: number) =>
      store.openCall(id, otherCell, 1, opening(callId, worstCaseUsd));
    return {
      ...all,
      id,
      open,
      book: (callId: string, usd: number) => store.chargeCall(id, charge(callId, usd)),
    };
  }

  test("counts in what is told, and against the budget from the next call on", async () => {
    const plan = planOfSize(1, 6);
    const { run, id, open, book, types } = await shared(plan);
    const result = await run(
      async ({ task }, context) => {
        if (task === "t1") {
          await open("theirs", 1);
          book("theirs", 1.5);
        }
        await call(context, async () => answered(0.25));
        return passed();
      },
      { plan, run: id, limits: { concurrency: 1, budgetUsd: 2 } },
    );
    const totals = types("spent").map((event) => event.type === "spent" && event.totalUsd);
    expect(totals).toEqual([0.25, 2]);
    expect(result).toMatchObject({ budgetExceeded: true, outcomes: { passed: 2 }, untried: 4 });
    expect(types("budget-spent")).toEqual([{ type: "budget-spent", spentUsd: 2, limitUsd: 2 }]);
  });

  test("cuts off a call under way soon after it has passed the budget", async () => {
    const plan = planOfSize(1, 1);
    const { run, id, open, book, clock } = await shared(plan);
    const result = await run(
      async (_, context) => {
        await call(context, async ({ signal }) => {
          await open("theirs", 9);
          book("theirs", 9);
          await new Promise((resolve) => signal.addEventListener("abort", resolve));
          return answered(0.125);
        });
        return passed();
      },
      { plan, run: id, limits: { budgetUsd: 2 } },
    );
    expect(result).toMatchObject({
      budgetExceeded: true,
      outcomes: { cancelled: 1 },
      spend: { subject: 9.125 },
    });
    expect(clock.elapsed()).toBeLessThan(5_000);
  });

  test("that it only holds back is waited for, which is no work, and a strict call opens once it fits", async () => {
    const plan = planOfSize(1, 1);
    const { run, id, open, book, store, timer } = await shared(plan);
    await open("theirs", 1.5);
    timer.after(3_000, () => book("theirs", 0.5));
    const result = await run(
      async (_, context) => {
        await call(context, async () => answered(0.75), 1);
        return passed();
      },
      { plan, run: id, limits: { budgetUsd: 2, strict: true, cellTimeoutMs: 1_000 } },
    );
    expect(result).toMatchObject({
      budgetExceeded: false,
      outcomes: { passed: 1 },
      spend: { subject: 1.25 },
    });
    const [attempt] = await store.attempts(id, plan.at(0));
    expect(attempt).toMatchObject({ workingMs: 0 });
    expect(attempt?.state === "ended" && attempt.waitingMs).toBeGreaterThanOrEqual(3_000);
  });

  test("and then spends ends the wait of a strict call: there is no money for it", async () => {
    const plan = planOfSize(1, 1);
    const { run, id, open, book, timer } = await shared(plan);
    await open("theirs", 1.5);
    timer.after(3_000, () => book("theirs", 1.25));
    const result = await run(
      async (_, context) => {
        await call(context, async () => answered(0.75), 1);
        return passed();
      },
      { plan, run: id, limits: { budgetUsd: 2, strict: true } },
    );
    expect(result).toMatchObject({
      budgetExceeded: true,
      outcomes: { cancelled: 1 },
      spend: { subject: 1.25 },
    });
  });

  test("a stop ends the wait for it", async () => {
    const plan = planOfSize(1, 1);
    const { run, id, open, timer } = await shared(plan);
    await open("theirs", 1.5);
    const stop = new AbortController();
    timer.after(3_000, () => stop.abort());
    const result = await run(
      async (_, context) => {
        await call(context, async () => answered(0.75), 1);
        return passed();
      },
      { plan, run: id, signal: stop.signal, limits: { budgetUsd: 2, strict: true } },
    );
    expect(result).toMatchObject({ aborted: true, outcomes: { cancelled: 1 }, spend: { subject: 0 } });
  });

  test("what a dead process held back is found while others wait for it, carried, and told", async () => {
    const plan = planOfSize(1, 1);
    const { pid } = spawnSync(process.execPath, ["-e", ""]);
    const { run, id, store, types } = await shared(plan, pid);
    const result = await run(
      async (_, context) => {
        // Nobody has looked since the sweep began.
        await store.registerWorker({ id: "other", host: hostname(), pid });
        await store.claim(id, "other", { ...otherCell, taskHash: "h" });
        await store.openCall(id, otherCell, 2, opening("theirs", 1.5));
        await call(context, async () => answered(0.75), 1);
        return passed();
      },
      { plan, run: id, limits: { budgetUsd: 2, strict: true } },
    );
    expect(result).toMatchObject({
      ...{ budgetExceeded: true, outcomes: { cancelled: 1 }, spend: { subject: 1.5, carried: 1.5 } },
      warnings: [
        "1 task (t9) left the plan since the run began: 1 cell is kept, but left out.",
        "1 call was under way when another process died: carried at the most it can have cost, $1.50.",
      ],
    });
    expect(types("recovered").at(-1)).toMatchObject({ lostAttempts: 1, lostCalls: 1, carriedUsd: 1.5 });
    expect((await store.findRun(id))?.warnings).toEqual([result.warnings[0]]);
  });

  test("calls of a process that dies while its cells are waited for are told too", async () => {
    const plan = planOfSize(1, 2);
    const { pid } = spawnSync(process.execPath, ["-e", ""]);
    const { run, store } = setUp();
    const { id } = await store.createRun(manifestOf(plan), plan.count);
    await store.registerWorker({ id: "other", host: hostname(), pid: process.pid });
    const held = plan.at(1);
    await store.claim(id, "other", held);
    await store.openCall(id, held, 1, opening("theirs", 0.5));
    const result = await run(async () => passed(), {
      ...{ plan, run: id, carriedAdvice: "Ask for less." },
      onEvent: (event) => {
        // It dies while this one waits.
        if (event.type === "waiting") void store.registerWorker({ id: "other", host: hostname(), pid });
      },
    });
    expect(result).toMatchObject({
      ...{ state: "finished", outcomes: { passed: 2 }, spend: { carried: 0.5 } },
      warnings: [
        "1 call was under way when another process died: carried at the most it can have cost, $0.50. Ask for less.",
      ],
    });
    expect(result.aggregate.total().costUsd).toBe(0.5);
  });
});

test("two sweeps on one store share the cells, and both know the whole at the end", async () => {
  const { run, store, timer, types } = setUp();
  const plan = planOfSize(3, 20);
  const times = new Map<string, number>();
  const runCell: RunCell = async ({ subject, task }) => {
    const key = `${subject} ${task}`;
    times.set(key, (times.get(key) ?? 0) + 1);
    await new Promise<void>((resolve) => timer.after(50, resolve));
    return passed();
  };
  const { id } = await store.createRun(manifestOf(plan), plan.count);
  const { clock, health } = setUp();
  const second = sweep({
    cells: plan,
    run: id,
    store,
    runCell,
    clock,
    timer,
    health,
    limits: { concurrency: 7 },
  });
  const first = await run(runCell, { plan, run: id, limits: { concurrency: 5 } });
  const others = await second;
  expect([...times.values()]).toEqual(new Array(60).fill(1));
  expect(first).toMatchObject({ state: "finished", outcomes: { passed: 60 } });
  expect(others).toMatchObject({ state: "finished", outcomes: { passed: 60 } });
  expect(types("finished").some((event) => event.type === "finished" && event.by === "another-process")).toBe(
    true,
  );
});

test("an attempt that was given up as lost meanwhile does not count; its cell is brought to its end all the same", async () => {
  let storeNow = Date.now();
  const store = createSqliteStore(":memory:", { now: () => storeNow });
  const { run, types } = setUp();
  let times = 0;
  const result = await run(
    async () => {
      times += 1;
      if (times === 1) {
        // As if this process had been asleep and another had looked.
        storeNow += 60_000;
        expect(await store.recover((await store.findRun("last"))!.id)).toMatchObject({ lostAttempts: 1 });
      }
      return passed(times / 10);
    },
    { plan: planOfSize(1, 1), store },
  );
  expect(result).toMatchObject({ state: "finished", outcomes: { passed: 1 }, coverage: { mean: 0.2 } });
  expect(types("lost")).toHaveLength(1);
  const attempts = await store.attempts(result.runId, { subject: "s0", task: "t0", run: 0 });
  expect(attempts.map(({ state }) => state)).toEqual(["lost", "ended"]);
});

test("processes that start together with resume work on one run, each cell once", async () => {
  const store = createSqliteStore(":memory:");
  const plan = planOfSize(2, 10);
  let ran = 0;
  const start = () =>
    sweep({
      cells: plan,
      manifest: manifestOf(plan),
      store,
      resume: true,
      runCell: async () => {
        ran += 1;
        return passed();
      },
    });
  const results = await Promise.all([start(), start(), start()]);
  expect(new Set(results.map(({ runId }) => runId)).size).toBe(1);
  expect(ran).toBe(plan.count);
  expect(results.map(({ continued }) => continued).sort()).toEqual([false, true, true]);
});

test("a process that ends while another counts does not leave the run as one under way", async () => {
  const store = createSqliteStore(":memory:");
  const plan = planOfSize(1, 2);
  const drain = new AbortController();
  const other = Promise.withResolvers<void>();
  const options = {
    cells: plan,
    manifest: manifestOf(plan),
    store,
    resume: true,
    limits: { concurrency: 1 },
  };
  const begun = Promise.withResolvers<void>();
  const second = sweep({
    ...options,
    drain: drain.signal,
    async runCell() {
      begun.resolve();
      await other.promise;
      return passed();
    },
  });
  await begun.promise;
  drain.abort();
  // The first one has seen that the other is at work when that ends and writes how the run stands.
  const totals = store.totals.bind(store);
  store.totals = async (runId) => {
    store.totals = totals;
    const seen = await totals(runId);
    other.resolve();
    expect(seen.running).toBe(1);
    expect(await second).toMatchObject({ state: "interrupted" });
    return seen;
  };
  const stopped = new AbortController();
  const first = await sweep({
    ...options,
    drain: stopped.signal,
    async runCell() {
      stopped.abort();
      return { outcome: { kind: "cancelled", reason: "enough" } };
    },
  });
  expect(first.state).toBe("interrupted");
  expect((await store.findRun("last"))?.state).toBe("interrupted");
});

test("the last process of a run tells of one that died meanwhile, and leaves nothing of it open", async () => {
  const { store, run, types } = setUp();
  const drain = new AbortController();
  const plan = planOfSize(1, 3);
  const { pid } = spawnSync(process.execPath, ["--version"]);
  const { runId, state, warnings } = await run(
    async () => {
      if (drain.signal.aborted) return passed();
      drain.abort();
      const [{ id } = { id: "" }] = await all(store.runs());
      await store.registerWorker({ id: "dead", host: hostname(), pid });
      const cell = { ...plan.at(2), taskHash: "hash of t2" };
      await store.claim(id, "dead", cell);
      const opening = { callId: "left", payer: "subject", modelId: "a/b", worstCaseUsd: 0.25 } as const;
      await store.openCall(id, cell, 1, { ...opening, openedAt: new Date(0).toISOString() });
      return passed();
    },
    { plan, drain: drain.signal, limits: { concurrency: 1 } },
  );
  expect(state).toBe("interrupted");
  expect(types("recovered")).toMatchObject([{ lostAttempts: 1, lostCalls: 1 }]);
  expect(warnings).toContainEqual(expect.stringContaining("1 call was under way when another process died"));
  expect(await store.books(runId)).toMatchObject({ openCalls: 0, carriedUsd: 0.25 });
  expect((await store.findRun(runId))?.state).toBe("interrupted");
});
