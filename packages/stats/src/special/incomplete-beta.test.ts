import fc from "fast-check";
import { expect, test } from "vitest";
import { incompleteBeta } from "./incomplete-beta.ts";

// The positive-term series at 40 digits with mpmath 1.3.0; scipy.special.betainc 1.17.1 agrees to 2e−15.
test.each([
  [0.5, 0.5, 0.5, 0.5],
  [0.3, 2, 5, 0.579825],
  [0.9, 17.5, 3.5, 0.786269468116615],
  [0.01, 0.5, 5.5, 0.254850092009452],
  [0.001, 3, 40, 1.11492619523487e-5],
  [0.5, 500, 520, 0.734506577151153],
  [0.2, 0.1, 30, 0.999976565378227],
  [0.999, 50, 0.5, 0.752369019965377],
  [0.5, 10000, 10100, 0.759707411543753],
  [0.05, 5000, 100000, 0.999822510316045],
])("I_%d(%d, %d)", (x, a, b, expected) => {
  expect(Math.abs(incompleteBeta(x, a, b) / expected - 1)).toBeLessThan(1e-11);
});

test("the ends are exact, and a tail below the precision of 1 − x is kept when the complement is given", () => {
  expect([incompleteBeta(0, 2, 3), incompleteBeta(1, 2, 3)]).toEqual([0, 1]);
  // 1 − I_{1−ε}(1, 1) = ε
  expect(incompleteBeta(1e-30, 1, 1, 1)).toBeCloseTo(1e-30, 40);
});

const parameter = fc.double({ min: 0.1, max: 1000, noNaN: true });
const place = fc.double({ min: 0.001, max: 0.999, noNaN: true });

test("mirrored: I_x(a, b) = 1 − I_{1−x}(b, a)", () => {
  fc.assert(
    fc.property(place, parameter, parameter, (x, a, b) => {
      expect(incompleteBeta(x, a, b)).toBeCloseTo(1 - incompleteBeta(1 - x, b, a), 10);
    }),
  );
});

test("grows with x and stays in 0 to 1", () => {
  fc.assert(
    fc.property(place, place, parameter, parameter, (x, y, a, b) => {
      const low = incompleteBeta(Math.min(x, y), a, b);
      const high = incompleteBeta(Math.max(x, y), a, b);
      expect(low).toBeGreaterThanOrEqual(0);
      expect(high).toBeLessThanOrEqual(1);
      expect(high).toBeGreaterThanOrEqual(low - 1e-12);
    }),
  );
});
