import { setTimeout as wait } from "node:timers/promises";
import type { CellContext } from "@flow-state-dev/sweep";
import { expect, test } from "vitest";
import { Deadline, DeadlineError } from "./deadline.ts";

/** A cell whose working time goes by only when it is told so. */
function cell() {
  const stop = new AbortController();
  const time = { workingMs: 5000, starvedMs: 700 };
  const context = {
    signal: stop.signal,
    get workingMs() {
      return time.workingMs;
    },
    get starvedMs() {
      return time.starvedMs;
    },
  } as CellContext;
  return { context, stop, time };
}

test("only working time counts, from the start of the part", async () => {
  const { context, time } = cell();
  const deadline = new Deadline(context, 30, "The judge");
  await wait(120);
  expect(deadline.signal.aborted).toBe(false);
  time.workingMs += 30;
  await new Promise((resolve) => deadline.signal.addEventListener("abort", resolve));
  expect(deadline.passed).toBe(true);
  expect(deadline.signal.reason).toBeInstanceOf(DeadlineError);
  deadline.end();
});

test("what the process stood still is not in it, and is told", async () => {
  const { context, time } = cell();
  const deadline = new Deadline(context, 30, "The judge");
  time.workingMs += 50;
  time.starvedMs += 40;
  await wait(60);
  expect(deadline.signal.aborted).toBe(false);
  time.workingMs += 20;
  await new Promise((resolve) => deadline.signal.addEventListener("abort", resolve));
  expect(deadline).toMatchObject({ passed: true, starvedMs: 40 });
});

test("a cell that has to stop stops the part, which is not past its time then", async () => {
  const { context, stop, time } = cell();
  const deadline = new Deadline(context, 20, "The judge");
  const reason = new Error("stopped by hand");
  stop.abort(reason);
  time.workingMs += 100;
  await wait(60);
  expect(deadline.signal.reason).toBe(reason);
  expect(deadline.passed).toBe(false);
  deadline.end();
  expect(new Deadline(context, 20, "The judge").signal.reason).toBe(reason);
});

test("nothing fires once the part is done", async () => {
  const { context, stop, time } = cell();
  const deadline = new Deadline(context, 20, "The judge");
  deadline.end();
  time.workingMs += 100;
  stop.abort();
  await wait(60);
  expect(deadline.signal.aborted).toBe(false);
});
