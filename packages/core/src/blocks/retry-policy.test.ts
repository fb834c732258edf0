import { expect, test } from "vitest";
import { backoffMs, isListed } from "./retry-policy.ts";

test("the ceiling doubles up to the maximum; the wait is anywhere below it", () => {
  const policy = { baseDelayMs: 100, maxDelayMs: 350 };
  const most = 1 - Number.EPSILON;
  expect([1, 2, 3, 4].map((attempt) => backoffMs(policy, attempt, most))).toEqual([100, 200, 350, 350]);
  expect(backoffMs(policy, 3, 0)).toBe(0);
  expect(backoffMs({}, 1, most)).toBe(1000);
  expect(backoffMs({}, 20, most)).toBe(30_000);
});

test("an error is listed by its class", () => {
  expect(isListed(new TypeError("x"), [RangeError, TypeError])).toBe(true);
  expect(isListed(new Error("x"), [TypeError])).toBe(false);
});
