import { expect, test } from "vitest";
import { answersOf, idOf, limitOf } from "./json.ts";

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

test("an id is a text of bounded length", () => {
  expect(idOf({ toString: 1 })).toBe("");
  expect(idOf("x".repeat(500))).toHaveLength(200);
});
