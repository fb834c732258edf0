import { expect, test } from "vitest";
import { duration, money, times } from "../page/parts/format.ts";

test("money is what the terminal says it is, and never nothing when it is something", () => {
  expect([1.005, 2.675, 0.995, 0.0999, 0.0131, 12345.678].map(money)).toEqual([
    ...["$1.01", "$2.68", "$1.00", "$0.10", "$0.013", "$12345.68"],
  ]);
  expect([0.0000012, 1e-9, 0].map(money)).toEqual(["$0.0000012", "$0.000000001", "$0"]);
  expect(money(null)).toBe("unknown");
});

test("a time is told in the unit that it has when it is rounded", () => {
  expect([840, 999.6, 14_240, 59_960, 219_600].map(duration)).toEqual([
    ...["840\u00a0ms", "1.0\u00a0s", "14.2\u00a0s", "1\u00a0m\u00a00\u00a0s", "3\u00a0m\u00a040\u00a0s"],
  ]);
  expect([3_599_600, 7_180_000].map(duration)).toEqual(["1\u00a0h\u00a00\u00a0m", "2\u00a0h\u00a00\u00a0m"]);
});

test("so many times as much is never none when it is some", () => {
  expect([0.72, 4.1, 0.0142, 0.00012, 0].map(times)).toEqual(["0.72", "4.10", "0.014", "0.00012", "0.00"]);
});
