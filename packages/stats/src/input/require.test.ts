import { describe, expect, test } from "vitest";
import { InvalidInputError } from "./invalid-input.ts";
import {
  requireCount,
  requireFinite,
  requireFraction,
  requireNonNegative,
  requirePositive,
  requireProbability,
  requireSameLength,
} from "./require.ts";

describe.each([
  [
    "requireCount",
    (value: number) => requireCount("x", value),
    [0, 1, 10],
    [-1, 0.5, Number.NaN, Infinity, 2 ** 60],
  ],
  ["requireCount from 2", (value: number) => requireCount("x", value, 2), [2], [1]],
  ["requireFraction", (value: number) => requireFraction("x", value), [0.5, 1e-300], [0, 1, -1, Number.NaN]],
  [
    "requireProbability",
    (value: number) => requireProbability("x", value),
    [0, 0.5, 1],
    [-1e-9, 1.1, Number.NaN],
  ],
  [
    "requireNonNegative",
    (value: number) => requireNonNegative("x", value),
    [0, 1e300],
    [-1, Infinity, Number.NaN],
  ],
  [
    "requirePositive",
    (value: number) => requirePositive("x", value),
    [1e-300, 5],
    [0, -1, Infinity, Number.NaN],
  ],
  ["requireFinite", (value: number) => requireFinite("x", [0, value]), [-5, 0], [Infinity, Number.NaN]],
])("%s", (_, check, good, bad) => {
  test.each(good)("accepts %d", (value) => expect(() => check(value)).not.toThrow());
  test.each(bad)("refuses %d", (value) => expect(() => check(value)).toThrow(InvalidInputError));
});

test("requireFinite names the place", () => {
  expect(() => requireFinite("scores", [1, Number.NaN])).toThrow(
    "scores[1] must be a finite number, but it is NaN",
  );
});

test("requireSameLength names both lengths", () => {
  expect(() => requireSameLength("a", [1], "b", [1, 2])).toThrow(
    'a must be as long as b (2), but it is "a list of 1"',
  );
  expect(() => requireSameLength("a", [1], "b", [2])).not.toThrow();
});
