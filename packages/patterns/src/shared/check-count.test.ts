import { expect, test } from "vitest";
import { checkCount } from "./check-count.ts";

test.each([0, 1.5, Number.NaN, -1])("%d samples are none", (value) => {
  expect(() => checkCount("vote", "samples", value)).toThrow(
    `samples of "vote" is ${value}; it has to be a whole number from 1.`,
  );
});

test("a count from the least on is one", () => {
  expect(checkCount("vote", "samples", 1)).toBe(1);
  expect(() => checkCount("debate", "sides", 1, 2)).toThrow("from 2");
});
