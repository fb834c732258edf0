import { expect, test } from "vitest";
import { CellTimeout } from "./cell-timeout.ts";

/** Time that passes as a test says, and how much of it counts. */
function setUp(afterMs: number) {
  let now = 0;
  let alarm: { at: number; callback: () => void } | undefined;
  const attempt = { countedMs: 0, ups: [] as number[], onTimeIsUp: (ms: number) => attempt.ups.push(ms) };
  const timer = {
    after(ms: number, callback: () => void) {
      const own = { at: now + ms, callback };
      alarm = own;
      return () => {
        if (alarm === own) alarm = undefined;
      };
    },
  };
  const pass = (ms: number, counted = ms) => {
    now += ms;
    attempt.countedMs += counted;
    if (!alarm || alarm.at > now) return;
    const { callback } = alarm;
    alarm = undefined;
    callback();
  };
  return {
    timeout: new CellTimeout(afterMs, timer, attempt),
    attempt,
    pass,
    isSet: () => alarm !== undefined,
  };
}

test("is up when all of its time has been counted", () => {
  const { timeout, attempt, pass } = setUp(100);
  timeout.start();
  pass(98);
  expect(attempt.ups).toEqual([]);
  pass(2);
  expect(attempt.ups).toEqual([100]);
});

test("goes on when the clock went and the time did not count", () => {
  const { timeout, attempt, pass } = setUp(100);
  timeout.start();
  pass(100, 40);
  expect(attempt.ups).toEqual([]);
  pass(59);
  expect(attempt.ups).toEqual([]);
  pass(1);
  expect(attempt.ups).toEqual([100]);
});

test("stands still between stop and start, and keeps what it had", () => {
  const { timeout, attempt, pass, isSet } = setUp(100);
  timeout.start();
  pass(70);
  timeout.stop();
  expect(isSet()).toBe(false);
  pass(1_000, 0);
  timeout.start();
  pass(29);
  expect(attempt.ups).toEqual([]);
  pass(1);
  expect(attempt.ups).toEqual([100]);
});

test("can be asked where no timer could come; less than a millisecond is nothing", () => {
  const { timeout, attempt } = setUp(100);
  attempt.countedMs = 99;
  expect(timeout.check()).toBe(false);
  attempt.countedMs = 99.5;
  expect(timeout.check()).toBe(true);
  expect(attempt.ups).toEqual([100]);
});
