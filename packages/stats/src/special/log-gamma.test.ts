import fc from "fast-check";
import { expect, test } from "vitest";
import { logGamma } from "./log-gamma.ts";

// mpmath 1.3.0, loggamma at 40 digits.
test.each([
  [1e-10, 23.025850929882736],
  [0.1, 2.252712651734206],
  [0.5, 0.5723649429247001],
  [1, 0],
  [1.5, -0.12078223763524522],
  [2, 0],
  [3.3, 0.9870985778947345],
  [9.99, 12.779315214350193],
  [10, 12.80182748008147],
  [25.5, 56.389167643719944],
  [100, 359.1342053695754],
  [1e5, 1051287.7089736569],
  [1e10, 220258509288.81058],
])("lnΓ(%d)", (x, expected) => {
  expect(Math.abs(logGamma(x) - expected)).toBeLessThanOrEqual(3e-15 * Math.max(1, Math.abs(expected)));
});

test("Γ(x + 1) = x·Γ(x)", () => {
  fc.assert(
    fc.property(fc.double({ min: 1e-3, max: 1e4, noNaN: true }), (x) => {
      const gap = logGamma(x + 1) - logGamma(x) - Math.log(x);
      expect(Math.abs(gap)).toBeLessThan(1e-13 * Math.max(1, Math.abs(logGamma(x))));
    }),
  );
});

test("zero and below have no logarithm", () => {
  expect(() => logGamma(0)).toThrow("x must be a finite number above 0");
});
