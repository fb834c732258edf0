import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { Deadlines } from "./deadlines.ts";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

function setUp() {
  const late: string[] = [];
  return { late, deadlines: new Deadlines((what, ms) => void late.push(`${what} ${ms}`)) };
}

test("a wait ends where the next begins", () => {
  const { late, deadlines } = setUp();
  deadlines.expect("connection", 100);
  vi.advanceTimersByTime(99);
  deadlines.expect("first-byte", 50);
  vi.advanceTimersByTime(49);
  expect(late).toEqual([]);
  vi.advanceTimersByTime(1);
  expect(late).toEqual(["first-byte 50"]);
});

test("what comes begins the wait anew, but not the whole", () => {
  const { late, deadlines } = setUp();
  deadlines.begin(250);
  deadlines.expect("next-piece", 100);
  for (let piece = 0; piece < 3; piece += 1) {
    vi.advanceTimersByTime(80);
    deadlines.refresh();
  }
  expect(late).toEqual([]);
  vi.advanceTimersByTime(10);
  expect(late).toEqual(["whole-answer 250"]);
});

test("at rest only the whole is waited for, and something that comes then begins no wait", () => {
  const { late, deadlines } = setUp();
  deadlines.begin(1_000);
  deadlines.expect("next-piece", 100);
  deadlines.rest();
  deadlines.refresh();
  vi.advanceTimersByTime(999);
  expect(late).toEqual([]);
  vi.advanceTimersByTime(1);
  expect(late).toEqual(["whole-answer 1000"]);
});

test("nothing is late after the end", () => {
  const { late, deadlines } = setUp();
  deadlines.begin(100);
  deadlines.expect("next-piece", 100);
  deadlines.end();
  vi.advanceTimersByTime(1_000);
  expect([late, vi.getTimerCount()]).toEqual([[], 0]);
});

test("a wait without end is no wait of nothing", () => {
  const { late, deadlines } = setUp();
  deadlines.expect("connection", Number.POSITIVE_INFINITY);
  vi.advanceTimersByTime(1_000_000);
  expect(late).toEqual([]);
});
