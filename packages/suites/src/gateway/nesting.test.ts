import { expect, test } from "vitest";
import { isNestedDeeper } from "./nesting.ts";

const lists = (levels: number) => JSON.parse("[".repeat(levels) + "]".repeat(levels));

test("levels are counted, not fields; however many there are", () => {
  expect(isNestedDeeper(lists(3), 3)).toBe(false);
  expect(isNestedDeeper(lists(4), 3)).toBe(true);
  expect(isNestedDeeper({ a: [1, 2, { b: "[[[[" }], c: null }, 3)).toBe(false);
  expect(isNestedDeeper(lists(200_000), 500)).toBe(true);
});
