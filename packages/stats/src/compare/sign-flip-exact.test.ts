import { expect, test } from "vitest";
import { countAtLeast } from "./sign-flip-exact.ts";

test("equal sizes follow Pascal's triangle", () => {
  // Of the sums of 30 signs, those at least 26 from zero have at most two minus or at most two plus signs.
  const expected = 2 * (1 + 30 + (30 * 29) / 2);
  expect(countAtLeast(new Float64Array(30).fill(1), 26)).toBe(expected);
});

test.each([
  [[], 0, 1],
  [[2], 2, 2],
  [[2], 3, 0],
  [[1, 2], 2, 2],
  [[1, 2], -1, 4],
])("sizes %o at %d: %d", (sizes, threshold, count) => {
  expect(countAtLeast(Float64Array.from(sizes), threshold)).toBe(count);
});
