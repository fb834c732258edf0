import fc from "fast-check";
import { expect, test } from "vitest";
import { normalCdf, normalDensity, normalQuantile } from "./normal.ts";

// mpmath 1.3.0, ncdf at 40 digits.
test.each([
  [-37, 5.725571222524577e-300],
  [-10, 7.619853024160525e-24],
  [-5, 2.866515718791939e-7],
  [-3, 0.0013498980316300946],
  [-2.999, 0.0013543365337271066],
  [-1.96, 0.024997895148220435],
  [-1, 0.15865525393145705],
  [-0.1, 0.460172162722971],
  [0, 0.5],
  [0.5, 0.6914624612740131],
  [1, 0.8413447460685429],
  [2.5, 0.9937903346742238],
  [4, 0.9999683287581669],
  [8, 0.9999999999999993],
])("Φ(%d)", (z, expected) => {
  expect(Math.abs(normalCdf(z) / expected - 1)).toBeLessThan(5e-13);
});

// mpmath 1.3.0, the root of ln Φ(z) = ln p at 40 digits.
test.each([
  [1e-300, -37.0470962993612],
  [1e-20, -9.262340089798409],
  [1e-5, -4.264890793922825],
  [0.001, -3.090232306167814],
  [0.025, -1.959963984540054],
  [0.1, -1.2815515655446],
  [0.4999, -0.0002506628300880351],
  [0.5, 0],
  [0.8, 0.8416212335729142],
  [0.95, 1.644853626951473],
  [0.975, 1.959963984540054],
])("quantile %d", (probability, expected) => {
  expect(Math.abs(normalQuantile(probability) - expected)).toBeLessThan(
    1e-14 * Math.max(1, Math.abs(expected)),
  );
});

test("the density at its peak", () => expect(normalDensity(0)).toBeCloseTo(1 / Math.sqrt(2 * Math.PI), 15));

test("infinitely far out nothing is left, and no number has no place", () => {
  expect([normalCdf(-Infinity), normalCdf(Infinity)]).toEqual([0, 1]);
  expect(() => normalCdf(Number.NaN)).toThrow("z must be a number");
});

test("quantile and share undo each other, mirrored around zero", () => {
  fc.assert(
    fc.property(fc.double({ min: 1e-9, max: 1 - 1e-9, noNaN: true }), (probability) => {
      const z = normalQuantile(probability);
      expect(normalCdf(z)).toBeCloseTo(probability, 13);
      expect(normalCdf(-z)).toBeCloseTo(1 - probability, 13);
    }),
  );
});

test("half of it lies below exactly 0", () => expect(normalQuantile(0.5)).toBe(0));
