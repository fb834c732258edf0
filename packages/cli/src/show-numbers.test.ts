import { expect, test } from "vitest";
import { counted, differenceRange, digitsOfChange, fixed, range, signed, times } from "./show-numbers.ts";

test("a change is shown with as many digits as make it add up", () => {
  expect([
    digitsOfChange(0.71, 0.79),
    digitsOfChange(0.84375, 0.8958333),
    digitsOfChange(0.3333333, 0.6666667),
  ]).toEqual([...[2, 3, 2]]);
});

test("numbers for people", () => {
  expect([fixed(-0.5), fixed(-0.001), fixed(0.126)]).toEqual(["−0.50", "0.00", "0.13"]);
  expect([signed(0.081), signed(-0.02), signed(0)]).toEqual(["+0.08", "−0.02", "0.00"]);
  expect(range([-0.02, 0.18], { sign: true })).toBe("−0.02 to +0.18");
  expect(range([0.63, 0.83])).toBe("0.63 to 0.83");
  expect(differenceRange([-0.02, 0.18])).toBe("−0.02 to +0.18");
  expect(differenceRange([-1.3, 1.02])).toBe("−1.00 to +1.00");
  expect([0.724, 1, 1.04, 1.25, 4.14, 12.4].map(times)).toEqual(["0.72", "1.00", "1.04", "1.3", "4.1", "12"]);
  expect([counted(1, "case"), counted(1200, "case")]).toEqual(["1 case", "1,200 cases"]);
});
