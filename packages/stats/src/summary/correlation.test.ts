import fc from "fast-check";
import { expect, test } from "vitest";
import { score } from "../../test/arbitraries.ts";
import { A, B, oracles, six } from "../../test/oracles.ts";
import { taskDifferences } from "../compare/task-differences.ts";
import { correlation } from "./correlation.ts";

test("oracle: task means of D6", () => {
  const { meansA, meansB } = taskDifferences(A, B);
  expect(six(correlation(meansA, meansB))).toBe(oracles["paired.corr(taskmeans)"]);
});

test("no value without pairs or without spread", () => {
  expect([correlation([], []), correlation([1], [2]), correlation([1, 1], [1, 2])]).toEqual([
    null,
    null,
    null,
  ]);
  expect(() => correlation([1], [1, 2])).toThrow("as long as b");
});

test("symmetric, within −1 to 1, and turned around by a minus", () => {
  fc.assert(
    fc.property(fc.array(fc.tuple(score, score), { minLength: 2 }), (pairs) => {
      const a = pairs.map(([value]) => value);
      const b = pairs.map(([, value]) => value);
      const value = correlation(a, b);
      fc.pre(value !== null);
      expect(Math.abs(value)).toBeLessThanOrEqual(1);
      expect(correlation(b, a)).toBeCloseTo(value, 12);
      expect(
        correlation(
          a,
          b.map((x) => -x),
        ),
      ).toBeCloseTo(-value, 12);
    }),
  );
});
