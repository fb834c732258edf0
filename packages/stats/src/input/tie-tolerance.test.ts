import { expect, test } from "vitest";
import { allTied } from "./tie-tolerance.ts";

test.each([
  ["nothing", [], true],
  ["one value", [3], true],
  ["thirds that differ in the last bit", [1 / 3, 1 - 2 / 3], true],
  ["large values that differ in the last bits", [1e9, 1e9 + 1e-6], true],
  ["a small real difference", [0, 1e-9], false],
  ["a difference at the end", [0.5, 0.5, 0.51], false],
])("%s", (_, values, tied) => {
  expect(allTied(values)).toBe(tied);
});
