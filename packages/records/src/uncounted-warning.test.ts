import { expect, test } from "vitest";
import { uncountedWarning } from "./uncounted-warning.ts";

test("calls without a count of their tokens are told with how many there were", () => {
  const told = uncountedWarning(2, 5);
  expect(told).toEqual([
    "2 of 5 model calls came without a usable count of their tokens; these are estimated.",
  ]);
  expect(uncountedWarning(0, 5)).toEqual([]);
});
