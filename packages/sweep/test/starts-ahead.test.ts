// Cells that are made ready before they have a slot, on a store that takes its time.
import { type CellId, createSqliteStore, type RunStore } from "@flow-state-dev/records";
import fc from "fast-check";
import { expect, test } from "vitest";
import { type RunCell, type SweepEvent, sweep } from "../src/index.ts";
import type { Timer } from "../src/time/timer.ts";
import {
  all,
  answered,
  call,
  cellsOf,
  httpError,
  manifestOf,
  passed,
  planOfSize,
} from "./support/sweeping.ts";
import { createVirtualTime } from "./support/virtual-time.ts";

/** The store, where claims, openings and ends take so many milliseconds, and some cells are another's at first. */
function slowly(
  store: RunStore,
  timer: Timer,
  ms: number,
  isTaken: (cell: CellId) => boolean = () => false,
): RunStore {
  const wait = () => new Promise<void>((resolve) => timer.after(ms, resolve));
  const asked = new Set<string>();
  return new Proxy(store, {
    get(target, name) {
      const value = Reflect.get(target, name) as unknown;
      if (typeof value !== "function") return value;
      const slow = name === "claim" || name === "openCall" || name === "endAttempt";
      return slow
        ? async (...args: unknown[]) => {
            const cell = args[2] as CellId;
            const isOthers = name === "claim" && isTaken(cell) && !asked.has(cell.task);
            if (isOthers) asked.add(cell.task);
            const result = isOthers ? { state: "taken" } : await value.apply(target, args);
            await wait();
            return result;
          }
        : value.bind(target);
    },
  });
}

interface Scenario {
  cells?: number;
  concurrency?: number;
  storeMs?: number;
  workMs?: number;
  startsAhead?: (position: number) => boolean;
  failures?: (position: number) => number;
  breaks?: (position: number) => boolean;
  taken?: (position: number) => boolean;
  stopAfterMs?: number | null;
  drainAfterMs?: number | null;
  budgetUsd?: number | undefined;
  cellTimeoutMs?: number;
}

/** Sweeps in virtual time, and tells what came of it and what was under way at once. */
async function sweeping({
  cells = 40,
  concurrency = 4,
  storeMs = 5,
  workMs = 20,
  startsAhead = () => true,
  failures = () => 0,
  breaks = () => false,
  taken = () => false,
  stopAfterMs = null,
  drainAfterMs = null,
  budgetUsd,
  cellTimeoutMs,
}: Scenario) {
  const { run, clock, timer, health } = createVirtualTime();
  const store = createSqliteStore(":memory:");
  const plan = planOfSize(1, cells);
  const manifest = manifestOf(plan);
  const events: SweepEvent[] = [];
  let working = 0;
  let most = 0;
  let readying = 0;
  let mostReadying = 0;
  let sent = 0;
  const runCell: RunCell = async (cell, context) => {
    const position = plan.positionOf(cell);
    const isAhead = startsAhead(position);
    const begin = () => {
      working += 1;
      most = Math.max(most, working);
    };
    if (isAhead) mostReadying = Math.max(mostReadying, ++readying);
    else begin();
    let begun = !isAhead;
    try {
      await call(context, async ({ signal }) => {
        sent += 1;
        if (!begun) begin();
        if (!begun) readying -= 1;
        begun = true;
        await new Promise<void>((resolve) => {
          const cancel = timer.after(workMs, resolve);
          signal.addEventListener("abort", () => {
            cancel();
            resolve();
          });
        });
        return answered(0.01);
      });
      if (context.attempt <= failures(position)) throw httpError(503);
      if (breaks(position)) throw new Error("broken");
      return passed();
    } finally {
      if (begun) working -= 1;
      else readying -= 1;
    }
  };
  const stop = new AbortController();
  if (stopAfterMs !== null) timer.after(stopAfterMs, () => stop.abort());
  const drain = new AbortController();
  let sentBefore = 0;
  if (drainAfterMs !== null)
    timer.after(drainAfterMs, () => {
      sentBefore = sent;
      drain.abort();
    });
  const common = { cells: plan, manifest, runCell, clock, timer, health, claimsAhead: true };
  const limits = { concurrency, maxAttempts: 2, graceMs: 1_000, ...(cellTimeoutMs && { cellTimeoutMs }) };
  const result = await run(
    sweep({
      ...common,
      store: slowly(store, timer, storeMs, (cell) => taken(plan.positionOf(cell))),
      startsAhead: (cell) => startsAhead(plan.positionOf(cell)),
      limits: { ...limits, ...(budgetUsd !== undefined && { budgetUsd }) },
      ...{ signal: stop.signal, drain: drain.signal },
      onEvent: (event) => void events.push(event),
    }),
  );
  const after = { working, readying, sent, sentBefore };
  const calls = await all(store.calls(result.runId));
  const again = () => run(sweep({ ...common, store, resume: true, limits }));
  return { store, plan, result, events, calls, most, mostReadying, after, again, elapsedMs: clock.elapsed() };
}

/** Nobody hears of more cells at once than may run, and of each its start before anything else. */
function expectOrder(events: readonly SweepEvent[], concurrency: number): void {
  const heard = new Set<string>();
  for (const event of events) {
    if (!("cell" in event)) continue;
    const { task } = event.cell;
    if (event.type === "started") {
      heard.add(task);
      expect(heard.size).toBeLessThanOrEqual(concurrency);
    } else if (event.type !== "finished" || event.by !== "backing-off")
      expect([event.type, task, heard.has(task)]).toEqual([event.type, task, true]);
    if (event.type === "finished" || event.type === "attempt-failed" || event.type === "lost")
      heard.delete(task);
  }
  expect(heard.size).toBe(0);
}

test("short cells are ready before there is a slot for them, and slots do not stand empty", async () => {
  const ahead = await sweeping({ cells: 200 });
  const inSlot = await sweeping({ cells: 200, startsAhead: () => false });
  expect(ahead.result.outcomes.passed).toBe(200);
  expect([ahead.most, inSlot.most]).toEqual([4, 4]);
  expect(ahead.mostReadying).toBeGreaterThan(1);
  // 200 cells of 20 ms, 4 at a time, take a second; those that open their call in their slot 5 ms more each.
  expect(ahead.elapsedMs).toBeLessThan(1_100);
  expect(inSlot.elapsedMs).toBeGreaterThan(1_200);
  expectOrder(ahead.events, 4);
  const cells = await cellsOf(ahead.store, ahead.result.runId);
  expect(new Set(cells.map(({ workingMs, waitingMs }) => `${workingMs} ${waitingMs}`))).toEqual(
    new Set(["20 0", "25 0"]),
  );
});

test("cells that take long are not made ready before", async () => {
  const { mostReadying, result } = await sweeping({ workMs: 2_000 });
  expect(result.outcomes.passed).toBe(40);
  expect(mostReadying).toBeLessThanOrEqual(4);
});

test("in strict mode nothing keeps money back that has no slot", async () => {
  const { run, clock, timer, health } = createVirtualTime();
  const store = createSqliteStore(":memory:");
  const plan = planOfSize(1, 60);
  let [inside, most] = [0, 0];
  const runCell: RunCell = async (_, context) => {
    most = Math.max(most, ++inside);
    await call(context, async () => {
      await new Promise<void>((resolve) => timer.after(10, resolve));
      return answered(0.01);
    });
    inside -= 1;
    return passed();
  };
  await run(
    sweep({
      ...{ cells: plan, manifest: manifestOf(plan), runCell, clock, timer, health },
      ...{ store: slowly(store, timer, 5), claimsAhead: true, startsAhead: () => true },
      limits: { concurrency: 4, budgetUsd: 10, strict: true },
    }),
  );
  expect(most).toBe(4);
});

test("the time that a cell has does not begin before it has its slot", async () => {
  const { result } = await sweeping({ storeMs: 40, workMs: 20, cellTimeoutMs: 70, cells: 60 });
  expect(result.outcomes.passed).toBe(60);
});

test("what the budget leaves without money is cancelled, and the books say what was sent", async () => {
  const { result, calls, after, events, again } = await sweeping({ cells: 100, budgetUsd: 0.5 });
  expect(result.budgetExceeded).toBe(true);
  expect(result.outcomes.passed + result.outcomes.cancelled + result.untried).toBe(100);
  expect(calls.every(({ state }) => state === "charged")).toBe(true);
  expect(result.spend.subject).toBeCloseTo(after.sent * 0.01, 9);
  expect(result.spend.subject).toBeLessThanOrEqual(0.5 + 4 * 0.01 + 1e-9);
  expectOrder(events, 4);
  expect((await again()).outcomes.passed).toBe(100);
});

test("what is ready when the budget is met to the cent stays here", async () => {
  const { result, mostReadying, after, again } = await sweeping({
    ...{ cells: 100, concurrency: 1, budgetUsd: 0.5 },
  });
  expect(mostReadying).toBeGreaterThan(1);
  expect(after.sent).toBe(50);
  expect(result).toMatchObject({ budgetExceeded: true, spend: { subject: 0.5 } });
  expect((await again()).outcomes.passed).toBe(100);
});

test.each([200, 202, 205, 207, 211, 216])(
  "told to end after %d ms, what is ready still runs: going on finds each cell at its first attempt",
  async (drainAfterMs) => {
    const { store, result, events, after, mostReadying, again } = await sweeping({
      cells: 100,
      drainAfterMs,
    });
    expect(mostReadying).toBeGreaterThan(4);
    expect(after.sent).toBeGreaterThan(after.sentBefore);
    expect(result.outcomes).toMatchObject({ passed: after.sent, cancelled: 0 });
    expect(result.untried).toBe(100 - after.sent);
    expect(result.untried).toBeGreaterThan(0);
    expectOrder(events, 4);
    expect((await again()).outcomes.passed).toBe(100);
    const cells = await cellsOf(store, result.runId);
    expect(new Set(cells.map(({ attempts }) => attempts))).toEqual(new Set([1]));
  },
);

test("whatever happens: never more at work than allowed, one result each, books that balance", async () => {
  const scenario = fc.record({
    cells: fc.integer({ min: 1, max: 40 }),
    concurrency: fc.integer({ min: 1, max: 5 }),
    storeMs: fc.integer({ min: 0, max: 30 }),
    workMs: fc.integer({ min: 0, max: 60 }),
    ahead: fc.integer({ min: 1, max: 4 }),
    failing: fc.integer({ min: 2, max: 9 }),
    breaking: fc.integer({ min: 2, max: 9 }),
    taking: fc.integer({ min: 2, max: 9 }),
    stopAfterMs: fc.option(fc.integer({ min: 0, max: 600 })),
    drainAfterMs: fc.option(fc.integer({ min: 0, max: 600 })),
    budgetUsd: fc.option(fc.double({ min: 0, max: 0.3, noNaN: true }), { nil: undefined }),
  });
  let everReadying = 0;
  await fc.assert(
    fc.asyncProperty(scenario, async ({ ahead, failing, breaking, taking, ...given }) => {
      const { result, calls, most, mostReadying, after, again, events, store } = await sweeping({
        ...given,
        startsAhead: (position) => position % ahead === 0,
        failures: (position) => (position % failing === 1 ? 1 : 0),
        breaks: (position) => position % breaking === 1,
        taken: (position) => position % taking === 1,
      });
      everReadying = Math.max(everReadying, mostReadying);
      expect(most).toBeLessThanOrEqual(given.concurrency);
      expect([after.working, after.readying]).toEqual([0, 0]);
      expect(calls.every(({ state }) => state === "charged")).toBe(true);
      // Calls that were cut off are booked by what they may have cost; nothing is booked that never went out.
      const paid = calls.filter((each) => each.state === "charged" && each.costUsd !== 0);
      expect(paid.length).toBeLessThanOrEqual(after.sent);
      expectOrder(events, given.concurrency);
      const outcomesTold = events.filter(({ type }) => type === "finished").length;
      expect(outcomesTold).toBe(given.cells - result.untried);
      const isStopped = given.stopAfterMs !== null || given.drainAfterMs !== null;
      if (!isStopped && given.budgetUsd === undefined) expect(result.untried).toBe(0);
      const { outcomes } = await again();
      expect(outcomes.passed + outcomes.errored).toBe(given.cells);
      await store.close();
    }),
    { numRuns: 80, endOnFailure: true },
  );
  expect(everReadying).toBeGreaterThan(0);
});
