import { monitorEventLoopDelay } from "node:perf_hooks";
import { setTimeout as sleep } from "node:timers/promises";
import { systemClock } from "@flow-state-dev/core";
import { createSqliteStore } from "@flow-state-dev/records";
import { describe, expect, test } from "vitest";
import { cellsOf, manifestOf, passed, planOfSize } from "../../test/support/sweeping.ts";
import { type RunCell, sweep } from "../index.ts";
import { systemTimer } from "../time/timer.ts";
import { watchEventLoop } from "./event-loop-lag.ts";
import { isSuspect, watchHealth } from "./health.ts";

function block(ms: number): void {
  const until = performance.now() + ms;
  while (performance.now() < until);
}

/** Blocks of so many milliseconds, one after the other, with a turn of the loop between them. */
async function starve(blockMs: number, forMs: number): Promise<void> {
  const until = performance.now() + forMs;
  while (performance.now() < until) {
    block(blockMs);
    await new Promise((resolve) => setImmediate(resolve));
  }
}

/** A watch whose timer comes when it is told to. */
function setUp() {
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
  return { time, lag, tickAt };
}

test("a delay is seen by those who were there, also before the timer could tell, and is at most 5 ms short", async () => {
  const lag = watchEventLoop(systemClock, systemTimer);
  const before = systemClock.elapsed();
  await sleep(30);
  block(150);
  expect(lag.since(before)).toBeGreaterThanOrEqual(144);
  expect(lag.late()).toBeGreaterThanOrEqual(144);
  await sleep(40);
  expect(lag.since(before)).toBeGreaterThanOrEqual(144);
  lag.stop();
});

test("the longest delay counts, and only while it was", () => {
  const { lag, tickAt } = setUp();
  tickAt(5);
  tickAt(110); // 100 late
  tickAt(115);
  tickAt(150); // 30 late
  tickAt(155);
  expect([0, 100, 120, 152].map((start) => lag.since(start))).toEqual([100, 100, 30, 0]);
  tickAt(360); // 200 late
  expect([0, 120, 152].map((start) => lag.since(start))).toEqual([200, 200, 200]);
});

test("delays add up, the one under way included; a loop that is a little late all the time is not late", () => {
  const { time, lag, tickAt } = setUp();
  for (let now = 9; now <= 900; now += 9) tickAt(now); // always 4 late
  expect(lag.late()).toBe(0);
  for (const now of [940, 980, 1020]) tickAt(now); // 35 late, three times
  expect(lag.late()).toBe(105);
  time.now = 1030;
  expect(lag.late()).toBe(110);
  tickAt(1035);
  expect(lag.late()).toBe(115);
});

test("a cell is suspect when the process was late long, and long for that cell", () => {
  expect(isSuspect({ starvedMs: 49 }, 10)).toBe(false);
  expect(isSuspect({ starvedMs: 50 }, 10)).toBe(true);
  expect(isSuspect({ starvedMs: 50 }, 500)).toBe(true);
  expect(isSuspect({ starvedMs: 50 }, 501)).toBe(false);
});

test("health tells memory and open calls", () => {
  const watch = watchHealth({ now: () => 0, elapsed: () => 0 }, systemTimer);
  const health = watch.since(0, 3);
  watch.stop();
  expect(health).toMatchObject({ eventLoopLagMs: 0, openCalls: 3 });
  expect(health.memoryBytes).toBeGreaterThan(1e7);
});

describe("in a sweep", () => {
  const suspects = async (runCell: RunCell, concurrency: number, during = async () => {}) => {
    const store = createSqliteStore(":memory:");
    const plan = planOfSize(1, concurrency);
    const swept = sweep({
      cells: plan,
      manifest: manifestOf(plan),
      store,
      runCell,
      limits: { concurrency },
    });
    await during();
    const { runId } = await swept;
    const cells = await cellsOf(store, runId);
    const [attempt] = await store.attempts(runId, cells[0]!);
    await store.close();
    return { suspect: cells.filter(({ suspect }) => suspect).length, of: cells.length, attempt };
  };

  test.each([12, 40, 300])("blocks of %i ms in a row make every cell suspect", async (blockMs) => {
    const cell: RunCell = async () => {
      await sleep(400);
      return passed();
    };
    const { suspect, of, attempt } = await suspects(cell, 10, async () => {
      await sleep(50);
      await starve(blockMs, 600);
    });
    expect(suspect).toBe(of);
    expect(attempt).toMatchObject({ suspect: true, health: { starvedMs: expect.any(Number) } });
  });

  test("a hundred cells at once that wait for their models do not", async () => {
    const machine = monitorEventLoopDelay({ resolution: 5 });
    machine.enable();
    const { suspect } = await suspects(async (_, { signal }) => {
      for (let call = 0; call < 10; call += 1) {
        await sleep(20 + Math.random() * 20, undefined, { signal });
        JSON.parse(JSON.stringify(Array.from({ length: 200 }, (_, i) => ({ i, text: "answer" }))));
      }
      return passed();
    }, 100);
    machine.disable();
    // Unless the machine itself had no time for the process: the histogram, whose turns are 5 ms apart, tells as well.
    if (suspect > 0) expect(machine.max / 1e6).toBeGreaterThan(10);
  });

  test("starved while it waits is not starved while it works", async () => {
    const cell: RunCell = async (_, { pause }) => {
      await pause(400);
      return passed();
    };
    // The machine itself may have no time for the process at just that moment, but not time and again.
    for (let tries = 1; ; tries += 1) {
      const { suspect } = await suspects(cell, 3, () => starve(40, 300));
      if (tries === 4) expect(suspect).toBe(0);
      if (suspect === 0) return;
    }
  });
});
