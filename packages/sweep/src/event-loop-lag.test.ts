import { setTimeout as sleep } from "node:timers/promises";
import { systemClock } from "@flow-state-dev/core";
import { expect, test } from "vitest";
import { watchEventLoop } from "./event-loop-lag.ts";
import { isSuspect, watchHealth } from "./health.ts";
import { systemTimer } from "./timer.ts";

function block(ms: number): void {
  const until = performance.now() + ms;
  while (performance.now() < until);
}

test("a standstill is seen by those who were there, also before the timer could tell", async () => {
  const lag = watchEventLoop(systemClock, systemTimer);
  const before = systemClock.elapsed();
  await sleep(30);
  block(150);
  expect(lag.since(before)).toBeGreaterThanOrEqual(100);
  await sleep(40);
  expect(lag.since(before)).toBeGreaterThanOrEqual(100);
  lag.stop();
});

test("the longest standstill counts, and only while it was", () => {
  const time = { now: 0 };
  const alarms: (() => void)[] = [];
  const clock = { now: () => time.now, elapsed: () => time.now };
  const timer = {
    after(_: number, callback: () => void) {
      alarms.push(callback);
      return () => {};
    },
  };
  const lag = watchEventLoop(clock, timer);
  const tickAt = (now: number) => {
    time.now = now;
    alarms.shift()!();
  };
  tickAt(20);
  tickAt(140); // 100 late
  tickAt(160);
  tickAt(210); // 30 late
  tickAt(230);
  expect([0, 120, 150, 215].map((start) => lag.since(start))).toEqual([100, 100, 30, 0]);
  tickAt(450); // 200 late
  expect([0, 150, 215].map((start) => lag.since(start))).toEqual([200, 200, 200]);
});

test("a cell is suspect when the process stood still long, and long for that cell", () => {
  const health = (eventLoopLagMs: number) => ({ eventLoopLagMs, memoryBytes: 1, openCalls: 0 });
  expect(isSuspect(health(49), 10)).toBe(false);
  expect(isSuspect(health(50), 10)).toBe(true);
  expect(isSuspect(health(50), 500)).toBe(true);
  expect(isSuspect(health(50), 501)).toBe(false);
});

test("health tells memory and open calls", () => {
  const watch = watchHealth(systemClock, systemTimer);
  const health = watch.since(systemClock.elapsed(), 3);
  watch.stop();
  expect(health).toMatchObject({ eventLoopLagMs: 0, openCalls: 3 });
  expect(health.memoryBytes).toBeGreaterThan(1e7);
});
