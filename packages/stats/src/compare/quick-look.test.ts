import { expect, test } from "vitest";
import { A, B, oracles, six } from "../../test/oracles.ts";
import { quickLook } from "./quick-look.ts";

test("oracle: D6", () => {
  const { delta, standardError, credible } = quickLook(A.flat(), B.flat());
  expect(six([delta, standardError!, Math.abs(delta) / standardError!])).toEqual([
    oracles.delta,
    oracles["spec.seDiff"],
    oracles["spec.ratio |delta|/SE"],
  ]);
  expect(credible).toBe(oracles["spec.credible"]);
});

test("needs two values a side, and some gap", () => {
  expect(quickLook([1, 1], [0, 0]).credible).toBe(true);
  expect(quickLook([1], [0, 0]).credible).toBe(false);
  expect(quickLook([1, 1], [1, 1]).credible).toBe(false);
  expect(quickLook([0.1, 0.1, 0.1], [0.1, 0.1]).credible).toBe(false);
  expect(quickLook([], [1, 1])).toEqual({ delta: 0, standardError: null, credible: false });
});

test("exactly two standard errors are not enough", () => {
  // Deviations of 1 with two values a side give a standard error of exactly 1.
  expect(quickLook([1, 3], [-1, 1])).toEqual({ delta: 2, standardError: 1, credible: false });
  expect(quickLook([1.001, 3.001], [-1, 1]).credible).toBe(true);
});
