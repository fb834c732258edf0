import { setTimeout as sleep } from "node:timers/promises";
import { createSqliteStore, type RunStore } from "@flow-state-dev/records";
import { expect, test } from "vitest";
import { answered, manifestOf, passed, planOfSize } from "../../test/support/sweeping.ts";
import {
  type CellDispatch,
  createProgress,
  type PlannedCell,
  type SweepEvent,
  sweep,
  systemTimer,
  type Timer,
} from "../index.ts";

test("whoever gives cells out sees what runs, what is spent and who refuses, and takes away what is left", async () => {
  const store = createSqliteStore(":memory:");
  const plan = planOfSize(1, 3);
  const events: SweepEvent[] = [];
  const withdrawn: unknown[] = [];
  let working: Promise<unknown> | undefined;
  const work = (runId: string, cells: readonly PlannedCell[]) =>
    sweep({
      ...{ cells: plan, run: runId, store },
      async runCell(_, { account }) {
        (await account.open({ modelId: "acme/one", worstCaseUsd: 1 })).settle(answered(0.25));
        await sleep(150);
        return passed();
      },
      sharing: {
        role: "worker",
        source: {
          async serve(_, bring) {
            for (const cell of cells) await bring(cell, false);
          },
        },
      },
    });
  const dispatch: CellDispatch = {
    async post({ runId }, cells) {
      working ??= work(runId, [...cells]);
    },
    pending: async (_, cells) => cells.map(() => false),
    ended: async () => null,
    refusal: async () => ({ worker: "host:1", reason: "There is no key." }),
    heldUp: async () => [{ cells: 1, provider: "acme", answer: "HTTP 429" }],
    withdraw: async (_, isFinished) => void withdrawn.push(isFinished),
  };
  const progress = createProgress((event) => void events.push(event));
  let most = 0;
  await sweep({
    ...{ cells: plan, manifest: manifestOf(plan), store, pollMs: 20 },
    runCell: () => Promise.reject(new Error("A planner runs no cells.")),
    sharing: { role: "planner", dispatch },
    onEvent(event) {
      progress.onEvent(event);
      most = Math.max(most, progress.snapshot().running);
    },
  });
  await working;
  expect(most).toBeLessThanOrEqual(1);
  expect(progress.snapshot()).toMatchObject({ done: 3, running: 0, spentUsd: 0.75, unknownCalls: 0 });
  expect(events.filter(({ type }) => type === "refused")).toEqual([
    { type: "refused", worker: "host:1", reason: "There is no key." },
  ]);
  expect(withdrawn).toEqual([true]);
  const standings = events.filter((event) => event.type === "elsewhere");
  expect(standings[0]!.heldUp).toEqual([{ cells: 1, provider: "acme", answer: "HTTP 429" }]);
  // Once all have ended nobody tries again.
  expect(standings.at(-1)!.heldUp).toEqual([]);
  await store.close();
});

test("whoever watches is told once that the records do not answer", async () => {
  const store = createSqliteStore(":memory:");
  const plan = planOfSize(1, 1);
  const events: SweepEvent[] = [];
  let [looks, isWithdrawn] = [0, false];
  const slow: RunStore = {
    ...store,
    async totals(runId) {
      looks += 1;
      if (looks === 2) await sleep(200);
      return store.totals(runId);
    },
  };
  const dispatch: CellDispatch = {
    post: async () => {},
    pending: async (_, cells) => cells.map(() => false),
    ended: async () => (looks > 3 ? "stopped" : null),
    withdraw: async () => {
      isWithdrawn = true;
    },
  };
  // Ten seconds pass in no time.
  const timer: Timer = {
    after: (ms, callback) => systemTimer.after(ms === 10_000 ? 50 : ms, callback),
  };
  await sweep({
    ...{ cells: plan, manifest: manifestOf(plan), store: slow, pollMs: 20, timer },
    runCell: () => Promise.reject(new Error("A planner runs no cells.")),
    sharing: { role: "planner", dispatch },
    onEvent: (event) => void events.push(event),
  });
  expect(events.filter(({ type }) => type === "unanswered")).toEqual([{ type: "unanswered", ms: 10_000 }]);
  expect(isWithdrawn).toBe(false);
  await store.close();
});

test.each([
  ["running", "it is given out", true],
  ["interrupted", "it was taken from the workers meanwhile", false],
] as const)("whoever leaves while no cell runs leaves the run %s when %s", async (state, _, isGivenOut) => {
  const store = createSqliteStore(":memory:");
  const plan = planOfSize(1, 1);
  const drain = new AbortController();
  const dispatch: CellDispatch = {
    post: async () => drain.abort(),
    pending: async (_run, cells) => cells.map(() => true),
    ended: async () => null,
    isGivenOut: async () => isGivenOut,
    withdraw: async () => {},
  };
  const result = await sweep({
    ...{ cells: plan, manifest: manifestOf(plan), store, pollMs: 20, drain: drain.signal },
    runCell: () => Promise.reject(new Error("A planner runs no cells.")),
    sharing: { role: "planner", dispatch },
  });
  expect(result).toMatchObject({ state, interrupted: true });
  expect((await store.findRun(result.runId))?.state).toBe(state);
  await store.close();
});

test("whoever leaves while it is looked how far the run is leaves it with the workers as well", async () => {
  const store = createSqliteStore(":memory:");
  const plan = planOfSize(1, 1);
  const drain = new AbortController();
  let isWithdrawn = false;
  const dispatch: CellDispatch = {
    post: async () => {},
    pending: async (_run, cells) => cells.map(() => true),
    async ended() {
      drain.abort();
      return null;
    },
    isGivenOut: async () => !isWithdrawn,
    withdraw: async () => {
      isWithdrawn = true;
    },
  };
  const result = await sweep({
    ...{ cells: plan, manifest: manifestOf(plan), store, pollMs: 20, drain: drain.signal },
    runCell: () => Promise.reject(new Error("A planner runs no cells.")),
    sharing: { role: "planner", dispatch },
  });
  expect(result).toMatchObject({ state: "running", interrupted: true });
  expect(isWithdrawn).toBe(false);
  await store.close();
});
