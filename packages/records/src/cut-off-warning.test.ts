import { expect, test } from "vitest";
import { cutOffWarning } from "./cut-off-warning.ts";

test("answers that were cut off are told", () => {
  const told = cutOffWarning(2, 12);
  expect(told).toEqual([expect.stringMatching(/^2 of 12 answers were cut off at the most tokens /)]);
  expect(cutOffWarning(0, 12)).toEqual([]);
});
