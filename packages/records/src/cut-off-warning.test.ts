import { expect, test } from "vitest";
import { cutOffWarning, cutOffWarnings } from "./cut-off-warning.ts";

test("answers that were cut off are told, and found again among the warnings of a run", () => {
  const told = cutOffWarning(2, 12);
  expect(told).toEqual([expect.stringMatching(/^2 of 12 answers were cut off at the most tokens /)]);
  expect(cutOffWarnings(["Something else.", ...told])).toEqual(told);
  expect(cutOffWarning(0, 12)).toEqual([]);
});
