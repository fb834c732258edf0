import fc from "fast-check";
import { expect, test } from "vitest";
import { A, B, D8, oracles, six } from "../../test/oracles.ts";
import {
  populationDeviation,
  populationVariance,
  sampleDeviation,
  sampleVariance,
  squaredDeviations,
} from "./variance.ts";

test("oracle: population deviations of D6", () => {
  expect(six([populationDeviation(A.flat()), populationDeviation(B.flat())])).toEqual([
    oracles["spec.popStd_A"],
    oracles["spec.popStd_B"],
  ]);
});

test("too few values have none", () => {
  expect([sampleVariance([]), sampleVariance([1]), sampleDeviation([1]), populationVariance([])]).toEqual([
    null,
    null,
    null,
    null,
  ]);
  expect([populationVariance([5]), populationDeviation([])]).toEqual([0, null]);
});

test("does not suffer from a large offset", () => {
  const shifted = D8.map((value) => value + 1e6);
  expect(sampleVariance(shifted)).toBeCloseTo(sampleVariance(D8)!, 9);
});

test("never negative; shifting changes nothing, scaling squares", () => {
  const list = fc.array(fc.double({ min: -100, max: 100, noNaN: true }), { minLength: 2, maxLength: 30 });
  fc.assert(
    fc.property(list, (values) => {
      const variance = sampleVariance(values)!;
      expect(variance).toBeGreaterThanOrEqual(0);
      expect(sampleVariance(values.map((value) => value + 7))).toBeCloseTo(variance, 7);
      expect(sampleVariance(values.map((value) => 3 * value))! / 9).toBeCloseTo(variance, 7);
    }),
  );
});

test("no value is nowhere from any centre", () => {
  expect(squaredDeviations([], 3)).toBe(0);
});
