import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { oracles, six } from "../../test/oracles.ts";
import { normalQuantile } from "./normal.ts";
import { studentTCdf, studentTQuantile, studentTTwoSidedP } from "./student-t.ts";

test("oracle: t quantiles at 0.975", () => {
  expect(six([1, 2, 3, 4, 5, 7, 9, 19, 49].map((df) => studentTQuantile(0.975, df)))).toEqual(
    oracles["t quantiles .975 df=1..5,7,9,19,49"],
  );
});

// The incomplete beta series at 40 digits with mpmath 1.3.0.
test.each([
  [-2, 5, 0.0509697394149292],
  [0.1, 3, 0.536673825599597],
  [1.5, 2.5, 0.876081773456852],
  [-30, 4, 3.67642804883066e-6],
  [-1e6, 1, 3.18309886183685e-7],
  [2.5, 1000, 0.993710716099455],
  [-6, 100000, 9.89964727800881e-10],
  [0.3, 1, 0.592773579077742],
  [-2, 1e7, 0.022750145445921476],
  [-2, 1e15, 0.022750131948179344],
])("share below %d with %d degrees of freedom", (t, df, expected) => {
  expect(Math.abs(studentTCdf(t, df) / expected - 1)).toBeLessThan(1e-10);
});

// scipy.stats.t.ppf 1.17.1
test.each([
  [0.6, 1, 0.32491969623290634],
  [1e-10, 1, -3183098861.8379064],
  [1e-10, 3, -2225.769284683093],
  [0.995, 2.5, 7.163728138948783],
  [0.5001, 8, 0.0002585990546478634],
  [0.95, 7, 1.8945786050900062],
  [0.975, 1e6, 1.959966356814107],
  [0.9, 0.3, 64.78654563709692],
  [0.975, 1e12, 1.9599639845424],
])("quantile %d with %d degrees of freedom", (probability, df, expected) => {
  expect(Math.abs(studentTQuantile(probability, df) / expected - 1)).toBeLessThan(1e-8);
});

describe("edges", () => {
  test("with endless degrees of freedom it is the normal distribution", () => {
    expect(studentTQuantile(0.975, Infinity)).toBe(normalQuantile(0.975));
    expect(studentTCdf(0, Infinity)).toBe(0.5);
  });

  test("the middle and the far ends", () => {
    expect(studentTQuantile(0.5, 3)).toBe(0);
    expect([-Infinity, -1e200, 0, Infinity].map((t) => studentTCdf(t, 3))).toEqual([0, 0, 0.5, 1]);
    expect([0, Infinity, -Infinity].map((t) => studentTTwoSidedP(t, 3))).toEqual([1, 0, 0]);
  });

  test("no degrees of freedom, no distribution", () => {
    expect(() => studentTQuantile(0.9, 0)).toThrow("degreesOfFreedom must be above 0");
    expect(() => studentTCdf(Number.NaN, 3)).toThrow("t must be a number");
  });
});

const degrees = fc.oneof(fc.integer({ min: 1, max: 200 }), fc.double({ min: 0.5, max: 1e5, noNaN: true }));

test("quantile and share undo each other, and fewer degrees of freedom reach further", () => {
  fc.assert(
    fc.property(fc.double({ min: 0.51, max: 0.9999, noNaN: true }), degrees, (probability, df) => {
      const t = studentTQuantile(probability, df);
      expect(studentTCdf(t, df)).toBeCloseTo(probability, 10);
      expect(studentTQuantile(1 - probability, df)).toBeCloseTo(-t, 6 - Math.ceil(Math.log10(t + 1)));
      expect(t).toBeGreaterThan(studentTQuantile(probability, df * 2));
    }),
  );
});
