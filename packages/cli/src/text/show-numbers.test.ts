import { expect, test } from "vitest";
import {
  asSet,
  counted,
  differenceRange,
  digitsOfChange,
  fixed,
  grouped,
  percent,
  range,
  roundedUp,
  scoreText,
  signed,
  times,
  timesRange,
} from "./show-numbers.ts";

test("a change is shown with as many digits as make it add up", () => {
  expect([
    digitsOfChange(0.71, 0.79),
    digitsOfChange(0.84375, 0.8958333),
    digitsOfChange(0.3333333, 0.6666667),
    digitsOfChange(1, 249 / 250),
    digitsOfChange(0.5, 0.5),
  ]).toEqual([2, 3, 2, 3, 2]);
});

test("numbers for people", () => {
  expect([fixed(-0.5), fixed(-0.001), fixed(0.126)]).toEqual(["−0.50", "0.00", "0.13"]);
  expect([signed(0.081), signed(-0.02), signed(0)]).toEqual(["+0.08", "−0.02", "0.00"]);
  expect(range([-0.02, 0.18], { sign: true })).toBe("−0.02 to +0.18");
  expect(range([0.63, 0.83])).toBe("0.63 to 0.83");
  expect(differenceRange([-0.02, 0.18])).toBe("−0.02 to +0.18");
  expect(differenceRange([-1.3, 1.02])).toBe("−1.00 to +1.00");
  expect([0.724, 1, 1.04, 1.25, 4.14, 12.4].map(times)).toEqual(["0.72", "1.00", "1.04", "1.3", "4.1", "12"]);
  expect([0.096, 0.0142, 0.00012, 0].map(times)).toEqual(["0.096", "0.014", "0.00012", "0.00"]);
  expect([timesRange([0.63, 0.834]), timesRange([0.0102, 0.12])]).toEqual(["0.63 to 0.83", "0.010 to 0.120"]);
  expect([counted(1, "case"), counted(1200, "case")]).toEqual(["1 case", "1,200 cases"]);
});

test("a share that is not all is never 100 %, and one that is not none never 0 %", () => {
  expect([1, 249 / 250, 0.9999, 0.994].map(percent)).toEqual(["100", "99.6", "99.99", "99"]);
  expect([0, 1 / 250, 0.0002, 0.006].map(percent)).toEqual(["0", "0.4", "0.02", "1"]);
  expect([1, 249 / 250, 0.004, 0.5].map(scoreText)).toEqual(["1.00", "0.996", "0.004", "0.50"]);
  expect([1 - 1e-15, 0.5, 2 / 3].map(percent)).toEqual(["100", "50", "67"]);
  expect([199 / 200, 0.005, 1 - 1e-7].map(percent)).toEqual(["99.5", "1", "99.99999"]);
});

test("an end of an interval does not look like what it is beyond", () => {
  expect(differenceRange([0.0021, 0.18])).toBe("+0.002 to +0.180");
  expect(differenceRange([-0.4, -0.0504], -0.05)).toBe("−0.4000 to −0.0504");
  expect(differenceRange([-0.05, 0], -0.05)).toBe("−0.05 to 0.00");
});

test("a margin is told as it was set, and what could be seen never below what it is", () => {
  expect([0.05, 0.1, 0, 0.004, 0.125].map(asSet)).toEqual(["0.05", "0.10", "0.00", "0.004", "0.125"]);
  expect([0.341, 0.34, 0.004, 0.0041].map(roundedUp)).toEqual(["0.35", "0.34", "0.004", "0.005"]);
});

test.each([
  [0, "0"],
  [999, "999"],
  [1000, "1,000"],
  [1_234_567, "1,234,567"],
])("%d is written as %s", (count, text) => {
  expect(grouped(count)).toBe(text);
});
