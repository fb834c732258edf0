import { expect, test } from "vitest";
import { backoffMs } from "./backoff.ts";

const growth = { baseMs: 100, maxMs: 1000 };

test("the bound doubles with every attempt and stays under its own", () => {
  const bounds = [1, 2, 3, 4, 5, 60].map((attempt) => backoffMs(attempt, growth, () => 1));
  expect(bounds).toEqual([100, 200, 400, 800, 1000, 1000]);
});

test("full jitter: any wait from 0 to the bound", () => {
  expect([0, 0.25, 0.5].map((drawn) => backoffMs(2, growth, () => drawn))).toEqual([0, 50, 100]);
});

test("what the provider asks for is the least, also beyond the bound, and spread a little upwards", () => {
  expect(backoffMs(1, growth, () => 0, 5000)).toBe(5000);
  expect(backoffMs(1, growth, () => 1, 5000)).toBe(5500);
  expect(backoffMs(4, growth, () => 1, 10)).toBe(800);
});
