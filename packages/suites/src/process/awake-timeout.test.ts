import { setImmediate as turn, setTimeout as wait } from "node:timers/promises";
import { expect, test } from "vitest";
import { awakeTimeout } from "./awake-timeout.ts";

/** As for a process that is stopped, or asleep with its machine. */
const standStill = (ms: number) => Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, ms);

test("calls back after its time, once", async () => {
  let calls = 0;
  awakeTimeout(50, () => {
    calls += 1;
  });
  await wait(20);
  expect(calls).toBe(0);
  await wait(400);
  expect(calls).toBe(1);
});

test("does not call back when it was called off", async () => {
  let calls = 0;
  const cancel = awakeTimeout(50, () => {
    calls += 1;
  });
  cancel();
  await wait(100);
  expect(calls).toBe(0);
});

test("time in which the process stood still does not count", async () => {
  let calls = 0;
  const cancel = awakeTimeout(1500, () => {
    calls += 1;
  });
  await turn();
  standStill(2500);
  await wait(600);
  expect(calls).toBe(0);
  cancel();
});

test("a process that is merely late is awake", async () => {
  let calls = 0;
  awakeTimeout(300, () => {
    calls += 1;
  });
  standStill(600);
  await wait(0);
  expect(calls).toBe(1);
});
