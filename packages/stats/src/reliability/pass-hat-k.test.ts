import fc from "fast-check";
import { expect, test } from "vitest";
import { passes } from "../../test/arbitraries.ts";
import { oracles, six } from "../../test/oracles.ts";
import { passHatK, suitePassHatK } from "./pass-hat-k.ts";

test("oracle: three of five", () => {
  expect(six([1, 2, 3, 4, 5].map((k) => passHatK({ passed: 3, runs: 5 }, k)))).toEqual(
    oracles["pass^k n=5 c=3 k=1..5"],
  );
});

test("oracle: a suite", () => {
  const counts = [10, 7, 2, 0].map((passed) => ({ passed, runs: 10 }));
  expect(six(suitePassHatK(counts, 3).value)).toBe(oracles["suite pass^3"]);
});

test("fewer than k runs have no value", () => {
  expect(passHatK({ passed: 2, runs: 2 }, 3)).toBeNull();
  expect(suitePassHatK([], 3)).toEqual({ value: null, tasks: 0, tooFewRuns: [] });
  const some = [3, 2, 5, 1].map((runs) => ({ passed: runs, runs }));
  expect(suitePassHatK(some, 3)).toEqual({ value: 1, tasks: 2, tooFewRuns: [1, 3] });
});

test("in 0 to 1, falls with k, and is 1 only when all passed", () => {
  fc.assert(
    fc.property(passes, ({ passed, runs }) => {
      const values = Array.from({ length: runs }, (_, i) => passHatK({ passed, runs }, i + 1)!);
      values.forEach((value, i) => {
        expect(value >= 0 && value <= (values[i - 1] ?? 1)).toBe(true);
      });
      expect(values.at(-1)).toBe(passed === runs ? 1 : 0);
    }),
  );
});
