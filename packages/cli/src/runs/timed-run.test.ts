import { expect, test } from "vitest";
import { isTimedRun } from "./timed-run.ts";

test.each([
  ["passed", true],
  ["timed-out", true],
  ["unscored", true],
  ["errored", false],
  ["infrastructure", false],
  ["cancelled", false],
] as const)("the time of a run that is %s counts: %s", (outcome, counts) => {
  expect(isTimedRun({ outcome, suspect: false })).toBe(counts);
  expect(isTimedRun({ outcome, suspect: true })).toBe(false);
});
