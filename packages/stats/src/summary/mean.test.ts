import fc from "fast-check";
import { expect, test } from "vitest";
import { reordered } from "../../test/arbitraries.ts";
import { A, B, oracles, six } from "../../test/oracles.ts";
import { mean, sum } from "./mean.ts";

test("oracle: means of D6", () => {
  expect(six([mean(A.flat()), mean(B.flat())])).toEqual([oracles.mean_A, oracles.mean_B]);
});

test("nothing has no mean", () => expect(mean([])).toBeNull());

test("small values are not lost beside large ones", () => {
  expect(sum([1e16, 1, -1e16])).toBe(1);
  expect(sum(new Array<number>(10).fill(0.1))).toBe(1);
});

test("a value that is no number is refused", () => {
  expect(() => mean([1, Number.NaN])).toThrow("values[1] must be a finite number");
});

test("lies between the ends, whatever the order", () => {
  const list = fc.array(fc.double({ min: -1e6, max: 1e6, noNaN: true }), { minLength: 1, maxLength: 50 });
  fc.assert(
    fc.property(reordered(list), ([values, other]) => {
      const average = mean(values)!;
      const room = 1e-9;
      expect(average).toBeGreaterThanOrEqual(Math.min(...values) - room);
      expect(average).toBeLessThanOrEqual(Math.max(...values) + room);
      expect(mean(other)).toBeCloseTo(average, 9);
    }),
  );
});
