import { expect, test } from "vitest";
import { MinuteSum } from "./minute-sum.ts";

test("each amount counts for 60 seconds", () => {
  const sum = new MinuteSum();
  sum.add(0, 10);
  sum.add(1000, 5);
  sum.leave(59_999);
  expect([sum.count, sum.amount]).toEqual([2, 15]);
  sum.leave(60_000);
  expect([sum.count, sum.amount]).toEqual([1, 5]);
  sum.leave(61_000);
  expect([sum.count, sum.amount]).toEqual([0, 0]);
});

test("knows how many of the oldest make up an amount, and when they are gone", () => {
  const sum = new MinuteSum();
  for (const at of [0, 1000, 2000]) sum.add(at, 10);
  expect([sum.countOf(1), sum.countOf(10), sum.countOf(11), sum.countOf(31)]).toEqual([1, 1, 2, undefined]);
  expect([sum.untilGone(2, 5000), sum.untilGone(0, 5000)]).toEqual([56_000, 10]);
});

test("forgets what is over, however much there was", () => {
  const sum = new MinuteSum();
  for (let at = 0; at < 200_000; at += 100) {
    sum.add(at, 1);
    sum.leave(at);
  }
  expect([sum.count, sum.amount]).toEqual([600, 600]);
});
