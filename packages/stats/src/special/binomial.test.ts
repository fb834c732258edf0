import { expect, test } from "vitest";
import { fairCoinAtMost, fairCoinProbability } from "./binomial.ts";

test("seven throws, counted by hand", () => {
  const ways = [1, 7, 21, 35, 35, 21, 7, 1];
  ways.forEach((count, k) => {
    expect(fairCoinProbability(k, 7)).toBe(count / 128);
    expect(fairCoinAtMost(k, 7)).toBe(ways.slice(0, k + 1).reduce((a, b) => a + b) / 128);
  });
});

// Exact fractions with Python's math.comb, rounded to a double.
test.each([
  [20, 56, 0.010902578314645334, 0.02202327305107539],
  [20, 57, 0.008397931945064649, 0.016571983893752723],
  [480, 1000, 0.011340982371187728, 0.10872414660207047],
])("%d of %d, on both sides of the change of method", (k, n, exactly, atMost) => {
  expect(Math.abs(fairCoinProbability(k, n) / exactly - 1)).toBeLessThan(1e-12);
  expect(Math.abs(fairCoinAtMost(k, n) / atMost - 1)).toBeLessThan(1e-12);
});

test("all 2⁵⁶ patterns add up to one, exactly", () => {
  expect(Array.from({ length: 57 }, (_, k) => fairCoinProbability(k, 56)).reduce((a, b) => a + b)).toBe(1);
});

test("outside, and without throws", () => {
  expect([fairCoinProbability(-1, 3), fairCoinProbability(4, 3), fairCoinProbability(0, 0)]).toEqual([
    0, 0, 1,
  ]);
  expect([fairCoinAtMost(-1, 3), fairCoinAtMost(9, 3), fairCoinAtMost(0, 0)]).toEqual([0, 1, 1]);
});

test.each([-1, 2.5, Number.NaN])("%d throws are refused", (n) => {
  expect(() => fairCoinProbability(0, n)).toThrow("n must be a whole number");
  expect(() => fairCoinAtMost(0, n)).toThrow("n must be a whole number");
});
