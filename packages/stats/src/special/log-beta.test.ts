import { expect, test } from "vitest";
import { logBeta, logChoose } from "./log-beta.ts";

// mpmath 1.3.0, log(beta(a, b)) at 40 digits.
test.each([
  [0.5, 0.5, 1.1447298858494002],
  [2, 3, -2.4849066497880004],
  [3.5, 40, -11.816840683354368],
  [20, 30, -33.968820791977386],
  [0.5, 5e5, -5.988816495777464],
  [1e5, 2e5, -190958.88527911686],
])("ln B(%d, %d)", (a, b, expected) => {
  expect(Math.abs(logBeta(a, b) / expected - 1)).toBeLessThan(2e-14);
  expect(logBeta(b, a)).toBe(logBeta(a, b));
});

test("Pascal's triangle", () => {
  expect([0, 1, 2, 3, 4].map((k) => Math.round(Math.exp(logChoose(4, k))))).toEqual([1, 4, 6, 4, 1]);
  expect(Math.exp(logChoose(52, 5)) / 2598960).toBeCloseTo(1, 12);
});
