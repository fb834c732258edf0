import fc from "fast-check";
import { expect, test } from "vitest";
import { confidence, passes } from "../../test/arbitraries.ts";
import { coverage } from "../../test/coverage.ts";
import { oracles, six } from "../../test/oracles.ts";
import { clopperPearsonInterval, zeroFailuresBound } from "./clopper-pearson.ts";
import { wilsonInterval } from "./wilson.ts";

test.each([
  [17, 20, oracles["binom 17/20 clopperPearson"]],
  [20, 20, oracles["binom 20/20 clopperPearson"]],
  [0, 5, oracles["binom 0/5 clopperPearson"]],
  [3, 5, oracles["binom 3/5 clopperPearson"]],
])("oracle: %d of %d", (passed, runs, expected) => {
  expect(six(clopperPearsonInterval({ passed, runs }))).toEqual(expected);
});

test("oracle: thirty runs without a failure", () => {
  expect(six(zeroFailuresBound(30))).toBe(oracles["rule of three 0/30 upper95"]);
});

test("without runs nothing is known", () => {
  expect(clopperPearsonInterval({ passed: 0, runs: 0 })).toBeNull();
  expect(zeroFailuresBound(0)).toBe(1);
});

test("its exact coverage is never below what it says", () => {
  for (const runs of [1, 5, 20, 60]) {
    expect(
      coverage(runs, (passed) => clopperPearsonInterval({ passed, runs })!).least,
    ).toBeGreaterThanOrEqual(0.95);
  }
});

test("holds the rate, stays in 0 to 1, grows with the passes", () => {
  fc.assert(
    fc.property(passes, confidence, ({ passed, runs }, level) => {
      const [low, high] = clopperPearsonInterval({ passed, runs }, { confidence: level })!;
      expect(0 <= low && low <= passed / runs && passed / runs <= high && high <= 1).toBe(true);
      fc.pre(passed < runs);
      const [lowMore, highMore] = clopperPearsonInterval(
        { passed: passed + 1, runs },
        { confidence: level },
      )!;
      expect(lowMore).toBeGreaterThan(low);
      expect(highMore).toBeGreaterThan(high);
    }),
  );
});

test("the zero-failure bound is the one-sided end, and falls with the runs", () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 2000 }), (runs) => {
      // Two-sided at 0.90 leaves 0.05 above, as one-sided at 0.95 does.
      const [, high] = clopperPearsonInterval({ passed: 0, runs }, { confidence: 0.9 })!;
      expect(zeroFailuresBound(runs)).toBeCloseTo(high, 9);
      expect(zeroFailuresBound(runs + 1)).toBeLessThan(zeroFailuresBound(runs));
    }),
  );
});

test("agrees with Wilson's in the long run", () => {
  const many = { passed: 60_000, runs: 100_000 };
  expect(six(clopperPearsonInterval(many), 4)).toEqual(six(wilsonInterval(many), 4));
});
