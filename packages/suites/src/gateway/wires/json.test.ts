import { expect, test } from "vitest";
import { answersOf, idOf, limitOf, tokenCount } from "./json.ts";

test("a limit is the largest of those that are given, and always one that money can be counted by", () => {
  expect(limitOf(5, 7)).toBe(7);
  expect(limitOf(undefined, 7)).toBe(7);
  expect(limitOf(true, "x", "", null, -1, Number.POSITIVE_INFINITY)).toBeUndefined();
  expect(limitOf("7", 5)).toBe(7);
  expect(limitOf(0)).toBe(0);
  expect(limitOf(1e308)).toBe(1e9);
});

test("answers at once are at least one and never without end", () => {
  expect([3, 0, -2, "3", "x", null, 1e308].map((value) => answersOf(value))).toEqual([
    3, 1, 1, 3, 1, 1, 10_000,
  ]);
});

test("tokens that no call has are none, and an id is a text of bounded length", () => {
  expect([0, 100.5, 1e9, 1e9 + 1, -1, Number.NaN, "1"].map(tokenCount)).toEqual([0, 101, 1e9, 0, 0, 0, 0]);
  expect(idOf({ toString: 1 })).toBe("");
  expect(idOf("x".repeat(500))).toHaveLength(200);
});
