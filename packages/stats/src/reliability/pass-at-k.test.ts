import fc from "fast-check";
import { expect, test } from "vitest";
import { passes } from "../../test/arbitraries.ts";
import { oracles, six } from "../../test/oracles.ts";
import { passAtK, suitePassAtK } from "./pass-at-k.ts";
import { passHatK } from "./pass-hat-k.ts";

const counts = [10, 7, 2, 0].map((passed) => ({ passed, runs: 10 }));

test("oracle: three of five", () => {
  expect(six([1, 2, 3, 4, 5].map((k) => passAtK({ passed: 3, runs: 5 }, k)))).toEqual(
    oracles["pass@k n=5 c=3 k=1..5"],
  );
});

test("oracle: a suite, and the unbiased value where plugging in the rate gives 0.973", () => {
  expect(six(suitePassAtK(counts, 3).value)).toBe(oracles["suite n=10 c=[10,7,2,0] pass@3"]);
  expect(six(suitePassAtK(counts, 1).value)).toBe(oracles["suite mean"]);
  expect(six(passAtK({ passed: 7, runs: 10 }, 3))).toBe(oracles["unbiased same"]);
});

test("fewer than k runs have no value; a suite names such tasks", () => {
  expect(passAtK({ passed: 2, runs: 2 }, 3)).toBeNull();
  expect(suitePassAtK([{ passed: 1, runs: 2 }, ...counts], 3)).toMatchObject({ tasks: 4, tooFewRuns: [0] });
  expect(suitePassAtK([{ passed: 1, runs: 2 }], 3)).toEqual({ value: null, tasks: 0, tooFewRuns: [0] });
  expect(() => passAtK({ passed: 1, runs: 2 }, 0)).toThrow("k must be a whole number of at least 1");
});

const passesAndK = passes.chain((some) =>
  fc.tuple(fc.constant(some), fc.integer({ min: 1, max: some.runs })),
);

test("in 0 to 1, grows with k, starts at the rate, and mirrors pass^k of failures", () => {
  fc.assert(
    fc.property(passesAndK, ([some, k]) => {
      const value = passAtK(some, k)!;
      expect(value >= 0 && value <= 1).toBe(true);
      expect(passAtK(some, 1)).toBeCloseTo(some.passed / some.runs, 12);
      if (k < some.runs) expect(passAtK(some, k + 1)).toBeGreaterThanOrEqual(value - 1e-12);
      const failed = { passed: some.runs - some.passed, runs: some.runs };
      expect(value).toBeCloseTo(1 - passHatK(failed, k)!, 12);
    }),
  );
});
