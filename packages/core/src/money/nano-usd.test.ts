import fc from "fast-check";
import { expect, test } from "vitest";
import { fromNanoUsd, sumUsd, toNanoUsd } from "./nano-usd.ts";

/** Whole billionths up to two million dollars. */
const nano = fc.integer({ min: 0, max: 2_000_000 * 1e9 });

test("going to dollars and back loses nothing", () => {
  fc.assert(fc.property(nano, (amount) => toNanoUsd(fromNanoUsd(amount)) === amount));
});

test("a sum does not depend on the order, and is the exact one", () => {
  const amounts = fc.array(fc.integer({ min: 0, max: 1e12 }), { maxLength: 200 });
  fc.assert(
    fc.property(amounts, (list) => {
      const exact = Number(list.reduce((sum, amount) => sum + BigInt(amount), 0n)) / 1e9;
      const dollars = list.map(fromNanoUsd);
      expect(sumUsd(dollars)).toBe(exact);
      expect(sumUsd(dollars.reverse())).toBe(exact);
    }),
  );
});

test("a tenth and two tenths are three tenths", () => {
  expect(sumUsd([0.1, 0.2])).toBe(0.3);
  expect(sumUsd([])).toBe(0);
});
