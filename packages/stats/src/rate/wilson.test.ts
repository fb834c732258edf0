import fc from "fast-check";
import { expect, test } from "vitest";
import { confidence, passes } from "../../test/arbitraries.ts";
import { coverage } from "../../test/coverage.ts";
import { oracles, six } from "../../test/oracles.ts";
import { wilsonInterval } from "./wilson.ts";

test.each([
  [17, 20, oracles["binom 17/20 wilson"]],
  [20, 20, oracles["binom 20/20 wilson"]],
  [0, 5, oracles["binom 0/5 wilson"]],
  [3, 5, oracles["binom 3/5 wilson"]],
])("oracle: %d of %d", (passed, runs, expected) => {
  expect(six(wilsonInterval({ passed, runs }))).toEqual(expected);
});

test("without runs nothing is known", () => expect(wilsonInterval({ passed: 0, runs: 0 })).toBeNull());

test("a confidence of 1 is refused", () => {
  expect(() => wilsonInterval({ passed: 1, runs: 2 }, { confidence: 1 })).toThrow(
    "confidence must be between 0 and 1",
  );
});

test("holds the rate, stays in 0 to 1, and mirrors when passes and failures change places", () => {
  fc.assert(
    fc.property(passes, confidence, ({ passed, runs }, level) => {
      const [low, high] = wilsonInterval({ passed, runs }, { confidence: level })!;
      const [mirrorLow, mirrorHigh] = wilsonInterval({ passed: runs - passed, runs }, { confidence: level })!;
      expect(low).toBeGreaterThanOrEqual(0);
      expect(high).toBeLessThanOrEqual(1);
      expect(low).toBeLessThanOrEqual(passed / runs);
      expect(high).toBeGreaterThanOrEqual(passed / runs);
      expect(mirrorLow).toBeCloseTo(1 - high, 12);
      expect(mirrorHigh).toBeCloseTo(1 - low, 12);
    }),
  );
});

test("ten times the runs narrow it; more confidence widens it", () => {
  fc.assert(
    fc.property(passes, ({ passed, runs }) => {
      const width = (n: number, level: number) => {
        const [low, high] = wilsonInterval({ passed: n * passed, runs: n * runs }, { confidence: level })!;
        return high - low;
      };
      expect(width(10, 0.95)).toBeLessThan(width(1, 0.95));
      expect(width(1, 0.99)).toBeGreaterThan(width(1, 0.95));
    }),
  );
});

test("its exact coverage, averaged over rates, is what it says within a point", () => {
  for (const runs of [5, 20, 60]) {
    const average = coverage(runs, (passed) => wilsonInterval({ passed, runs })!).average;
    expect(Math.abs(average - 0.95)).toBeLessThan(0.01);
  }
});
