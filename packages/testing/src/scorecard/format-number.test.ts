import fc from "fast-check";
import { expect, test } from "vitest";
import {
  digitsFor,
  fixed,
  formatCount,
  formatP,
  formatTimes,
  percent,
  range,
  roundedUp,
  signed,
} from "./format-number.ts";

test("numbers have one minus sign, and none before zero", () => {
  expect([fixed(-0.5, 2), fixed(-0.001, 2), fixed(0, 2)]).toEqual(["−0.50", "0.00", "0.00"]);
  expect([signed(0.5, 1), signed(-0.5, 1), signed(0.01, 1)]).toEqual(["+0.5", "−0.5", "0.0"]);
  expect(range([-0.02, 0.18], 2)).toBe("−0.02 to +0.18");
  expect(range([0.03, 0.19], 2)).toBe("0.03 to 0.19");
  expect(range([-0.19, -0.03], 2)).toBe("−0.19 to −0.03");
});

const share = fc.double({ min: 1e-5, max: 1, noNaN: true });

test("what differs is shown to differ", () => {
  fc.assert(
    fc.property(share, share, (a, b) => {
      const digits = digitsFor(a, b);
      expect(Number(a.toFixed(digits))).toBeGreaterThan(0);
      if (Math.abs(a - b) > 1e-7) expect(a.toFixed(digits)).not.toBe(b.toFixed(digits));
    }),
  );
  expect(digitsFor(0.11, 0.03, 0.19)).toBe(2);
});

test("what could be seen is never rounded down", () => {
  expect([roundedUp(0.0812), roundedUp(0.09), roundedUp(0.3113), roundedUp(0.0012)]).toEqual([
    "0.09",
    "0.09",
    "0.32",
    "0.002",
  ]);
});

test("a p-value shows its side of 0.05", () => {
  expect([
    formatP(0.04),
    formatP(0.0499),
    formatP(0.04996),
    formatP(0.0501),
    formatP(0.05),
    formatP(1e-5),
  ]).toEqual(["0.040", "0.0499", "0.04996", "0.0501", "0.050", "below 0.001"]);
});

test("times and counts", () => {
  expect([formatTimes(4.12), formatTimes(12.3), formatTimes(0.72), formatTimes(0.001)]).toEqual([
    "4.1",
    "12",
    "0.72",
    "0.001",
  ]);
  expect([formatCount(12), formatCount(1234), formatCount(1234567)]).toEqual(["12", "1,234", "1,234,567"]);
});

test("a share that is not all is never 100 %, and one that is not none never 0 %", () => {
  expect([1, 249 / 250, 1 - 1e-15, 0.92].map(percent)).toEqual(["100 %", "99.6 %", "100 %", "92 %"]);
  expect([0, 1 / 250, 0.0002, 0.006].map(percent)).toEqual(["0 %", "0.4 %", "0.02 %", "1 %"]);
});
