import { expect, test } from "vitest";
import { StarvedTime } from "./starved-time.ts";

function watched() {
  let starved = 1000;
  const health = {
    since: () => ({ eventLoopLagMs: 0, memoryBytes: 1, openCalls: 0 }),
    starvedMs: () => starved,
    stop: () => {},
  };
  const standStill = (ms: number) => {
    starved += ms;
  };
  return { time: new StarvedTime(health), standStill };
}

test("what was before it began and while it waits does not count", () => {
  const { time, standStill } = watched();
  standStill(10);
  time.pause();
  standStill(100);
  expect([time.all, time.byOthers]).toEqual([10, 10]);
  time.resume();
  standStill(5);
  expect([time.all, time.byOthers]).toEqual([15, 15]);
});

test("what its own code blocks at its beginning is no fault of others", () => {
  const { time, standStill } = watched();
  standStill(7);
  expect(time.begin(() => standStill(50))).toBe(50);
  standStill(3);
  expect([time.all, time.byOthers]).toEqual([60, 10]);
});

test("a code that waits at once is not starved by what it does after", () => {
  const { time, standStill } = watched();
  time.begin(() => {
    time.pause();
    standStill(50);
  });
  expect([time.all, time.byOthers]).toEqual([0, 0]);
});
