import { createProgress } from "@flow-state-dev/sweep";
import { expect, test } from "vitest";
import { progressLine } from "./progress-line.ts";

test.each([
  [0, 0, "$0.50 of $1.00"],
  [1, 0, "$0.50 of $1.00 and 1 call of unknown cost"],
  [2, 0, "$0.50 of $1.00 and 2 calls of unknown cost"],
  [1, 36, "$0.50 of $1.00 and 36 runs of unknown cost"],
])("%i calls and %i runs of unknown cost", (unknownCalls, unknownRuns, money) => {
  const snapshot = { ...createProgress().snapshot(), spentUsd: 0.5, unknownCalls };
  expect(progressLine(snapshot, 1, { unknownRuns }).split(" · ")).toContain(money);
});

test("of a suite every run that did not pass has failed, of a benchmark only what broke", () => {
  const none = createProgress().snapshot();
  const outcomes = { ...none.outcomes, passed: 4, failed: 3, "timed-out": 1, infrastructure: 1 };
  const snapshot = { ...none, outcomes, missing: 1 };
  expect(progressLine(snapshot, undefined, { unknownRuns: 0 })).toContain("4 failed · 1 without a result");
  expect(progressLine(snapshot, undefined)).toContain("1 failed · 1 without a score");
});
