import { EventEmitter } from "node:events";
import { expect, test } from "vitest";
import {
  budgetSentence,
  createProgress,
  type HeldUp,
  interruptible,
  type SweepEvent,
  type SweepResult,
} from "../index.ts";

const cell = { subject: "s", task: "t", run: 0 };
const planned: SweepEvent = {
  ...{ type: "planned", runId: "r", cells: 432, kept: 280, continued: true, spentUsd: 1, warnings: [] },
};
const started: SweepEvent = { type: "started", cell, attempt: 1 };
const finished = (by: "this-process" | "another-process" | "backing-off" = "this-process"): SweepEvent => ({
  ...{ type: "finished", cell, attempt: 1, by, costUsd: 0, workingMs: 1, suspect: false },
  outcome: { kind: "passed", score: 1 },
});
const failed: SweepEvent = {
  ...{ type: "attempt-failed", cell, attempt: 1, delayMs: 5 },
  outcome: { kind: "infrastructure", error: { name: "E", message: "m" } },
};
const spent: SweepEvent = {
  type: "spent",
  cell,
  payer: "judge",
  modelId: "m",
  costUsd: null,
  totalUsd: 1.05,
  status: "complete",
};

test("progress counts what runs, what is done, what was spent, and how long it will take", () => {
  const time = { now: 0 };
  const seen: string[] = [];
  const clock = { now: () => time.now, elapsed: () => time.now };
  const progress = createProgress((event) => void seen.push(event.type), clock);
  for (const event of [planned, started, started, started]) progress.onEvent(event);
  expect(progress.snapshot()).toMatchObject({
    cells: 432,
    done: 280,
    running: 3,
    leftMs: null,
    stopping: null,
  });
  time.now = 1000;
  for (const event of [finished(), failed, spent, finished("another-process")]) progress.onEvent(event);
  expect(progress.snapshot()).toMatchObject({
    ...{ done: 282, running: 1, spentUsd: 1.05, unknownCalls: 1, missing: 0 },
    ...{ elapsedMs: 1000, leftMs: 75_000 },
    outcomes: { passed: 2 },
  });
  progress.onEvent({ type: "draining", running: 1, graceMs: 1 });
  progress.onEvent(finished("backing-off"));
  expect(progress.snapshot()).toMatchObject({ running: 1, stopping: "draining" });
  expect(seen).toHaveLength(10);
});

test("a cell gets on or is held up, and is never counted as both", () => {
  const progress = createProgress();
  const at = (task: string) => ({ cell: { ...cell, task } });
  const passing = { answer: "HTTP 503" };
  progress.onEvent(planned);
  for (const task of ["a", "b", "c", "d"]) progress.onEvent({ ...started, ...at(task) });
  for (const task of ["a", "b"])
    progress.onEvent({ ...spent, ...at(task), status: "failed", passing } as SweepEvent);
  progress.onEvent({ ...failed, ...at("b") });
  const counts = () => {
    const { running, gettingOn, heldUp } = progress.snapshot();
    return [running, gettingOn, heldUp.reduce((sum, { cells }) => sum + cells, 0)];
  };
  expect(counts()).toEqual([3, 2, 2]);
  progress.onEvent({ ...started, ...at("b") });
  expect(counts()).toEqual([4, 2, 2]);
  for (const task of ["a", "b"]) progress.onEvent({ ...spent, ...at(task) } as SweepEvent);
  expect(counts()).toEqual([4, 4, 0]);
});

test("cells on other machines: what runs and what is spent is as the records say", () => {
  const progress = createProgress();
  const standing = (running: number, spentUsd: number): SweepEvent => ({
    ...{ type: "elsewhere", running, spentUsd, unknownCalls: 2, heldUp: [] },
  });
  for (const event of [planned, started, started, standing(2, 1.5)]) progress.onEvent(event);
  expect(progress.snapshot()).toMatchObject({ running: 2, spentUsd: 1.5, unknownCalls: 2 });
  for (const event of [started, finished("another-process"), standing(1, 1.75)]) progress.onEvent(event);
  expect(progress.snapshot()).toMatchObject({ done: 281, running: 1, spentUsd: 1.75 });
  progress.onEvent(started);
  expect(progress.snapshot()).toMatchObject({ running: 1 });
});

test("cells on other machines: those that try again are those that workers tell of, now", () => {
  const progress = createProgress();
  const standing = (heldUp: readonly HeldUp[]): SweepEvent => ({
    ...{ type: "elsewhere", running: 0, spentUsd: 0, unknownCalls: 0, heldUp },
  });
  const heldUp = [{ cells: 3, provider: "acme", answer: "HTTP 429" }];
  progress.onEvent(planned);
  progress.onEvent(standing(heldUp));
  expect(progress.snapshot().heldUp).toEqual(heldUp);
  progress.onEvent(standing([]));
  expect(progress.snapshot().heldUp).toEqual([]);
});

test("Ctrl-C lets cells end, again cuts them off, and says how to go on", () => {
  const source = new EventEmitter();
  const said: string[] = [];
  const interrupts = interruptible(source, { say: (text) => void said.push(text) });
  interrupts.drain.addEventListener("abort", () => {
    interrupts.onEvent({ type: "draining", running: 8, graceMs: 45_000 });
  });
  for (const event of [planned, ...new Array(9).fill(started), finished(), spent]) interrupts.onEvent(event);
  source.emit("SIGINT");
  expect([interrupts.drain.aborted, interrupts.signal.aborted]).toEqual([true, false]);
  expect(said[0]).toBe(
    "Letting 8 running cells end (up to 45 s). Ctrl-C again to cut them off.\n" +
      "281 of 432 done, $1.05. Run the same program again to go on.",
  );
  source.emit("SIGTERM");
  expect(interrupts.signal.aborted).toBe(true);
  expect(said[1]).toBe(
    "Cutting 8 running cells off; what they spent is in the books.\n" +
      "281 of 432 done, $1.05. Run the same program again to go on.",
  );
  expect([source.listenerCount("SIGINT"), source.listenerCount("SIGTERM")]).toEqual([0, 0]);
});

test("afterwards the process ends on Ctrl-C as usual", () => {
  const source = new EventEmitter();
  {
    using _ = interruptible(source, { say: () => {} });
    expect(source.listenerCount("SIGINT")).toBe(1);
  }
  expect(source.listenerCount("SIGINT")).toBe(0);
});

test("the end of the money is told with how to go on", () => {
  const result = {
    spend: { subject: 1.5, judge: 0.5, agent: 0, carried: 0, unknownCalls: 0 },
    coverage: { scored: 388, planned: 432 },
    outcomes: { cancelled: 6 },
  } as SweepResult;
  expect(budgetSentence(result, 2, "x compare choose.ts --max-cost 3 --resume")).toBe(
    "Stopped at the budget: $2.00 of $2.00 after 388 of 432 cells. What is finished is kept; 6 cells were cut off and will run again.\n" +
      "Go on with more money: x compare choose.ts --max-cost 3 --resume",
  );
});
