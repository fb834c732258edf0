import fc from "fast-check";
import { expect, test } from "vitest";
import { betaQuantile } from "./beta-quantile.ts";
import { incompleteBeta } from "./incomplete-beta.ts";

// scipy.special.betaincinv 1.17.1
test.each([
  [0.025, 17, 4, 0.621073173454686],
  [0.975, 0.5, 5.5, 0.37937714229903935],
  [0.025, 0.5, 5.5, 9.342060003954474e-5],
  [0.5, 2, 2, 0.5],
  [0.3, 0.05, 3, 8.019768003607401e-12],
  [0.975, 20.5, 0.5, 0.9999757535215408],
  [0.05, 5000, 100000, 0.04654296640760865],
  [1e-8, 3, 4, 0.0007941735408983302],
])("quantile %d of Beta(%d, %d)", (probability, a, b, expected) => {
  expect(Math.abs(betaQuantile(probability, a, b) / expected - 1)).toBeLessThan(1e-11);
});

test("the ends", () => {
  expect([betaQuantile(0, 2, 3), betaQuantile(1, 2, 3)]).toEqual([0, 1]);
});

test("undoes the incomplete beta function", () => {
  const parameter = fc.double({ min: 0.2, max: 500, noNaN: true });
  fc.assert(
    fc.property(
      fc.double({ min: 1e-6, max: 1 - 1e-6, noNaN: true }),
      parameter,
      parameter,
      (probability, a, b) => {
        const x = betaQuantile(probability, a, b);
        // Where x itself rounds to 1 the way back is not defined.
        fc.pre(x < 1 - 1e-12);
        expect(incompleteBeta(x, a, b)).toBeCloseTo(probability, 7);
      },
    ),
  );
});
