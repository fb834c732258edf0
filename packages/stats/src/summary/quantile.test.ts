import fc from "fast-check";
import { expect, test } from "vitest";
import { six } from "../../test/oracles.ts";
import { median, quantile, quantiles } from "./quantile.ts";

test("type 7, as numpy.quantile([1, 2, 4, 8], …) gives it", () => {
  expect(six([0, 0.1, 0.25, 0.5, 0.9, 1].map((share) => quantile([8, 1, 4, 2], share)))).toEqual([
    1, 1.3, 1.75, 3, 6.8, 8,
  ]);
});

test("nothing has no quantile, one value is every quantile", () => {
  expect([median([]), quantile([7], 0.3)]).toEqual([null, 7]);
});

test("a share outside 0 to 1 is refused", () =>
  expect(() => quantile([1], 1.1)).toThrow("share must be from 0 to 1"));

test("grows with the share and stays between the ends", () => {
  const values = fc.array(fc.integer({ min: -50, max: 50 }), { minLength: 1 });
  const share = fc.double({ min: 0, max: 1, noNaN: true });
  fc.assert(
    fc.property(values, share, share, (list, one, other) => {
      const low = quantile(list, Math.min(one, other))!;
      const high = quantile(list, Math.max(one, other))!;
      expect(low).toBeLessThanOrEqual(high + 1e-9);
      expect(low).toBeGreaterThanOrEqual(Math.min(...list));
      expect(high).toBeLessThanOrEqual(Math.max(...list));
    }),
  );
});

test("several quantiles at once are those of each share", () => {
  const values = fc.array(fc.integer({ min: -50, max: 50 }));
  const shares = fc.array(fc.double({ min: 0, max: 1, noNaN: true }), { maxLength: 4 });
  fc.assert(
    fc.property(values, shares, (list, wanted) => {
      expect(quantiles(list, wanted)).toEqual(wanted.map((share) => quantile(list, share)));
    }),
  );
  expect(quantiles([4, 1, 2, 8], [0.5, 0])).toEqual([3, 1]);
});
