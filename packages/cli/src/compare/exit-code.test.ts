import { expect, test } from "vitest";
import { exitCodeOfResult } from "./exit-code.ts";

const coverage = { planned: 4, scored: 1, share: 0.25, mean: 0, low: 0, high: 0.75 };
const none = { ...coverage, scored: 0, share: 0, mean: null, high: 1 };
const done = { interrupted: false, budgetExceeded: false, stopped: null, coverage };

test("a run in which something was scored is done; one without any score is not", () => {
  expect(exitCodeOfResult(done)).toBe(0);
  expect(exitCodeOfResult({ ...done, coverage: none })).toBe(1);
  expect(exitCodeOfResult({ ...done, coverage: { ...none, planned: 0, share: 1 } })).toBe(0);
});

test("why it ended comes before what it came to", () => {
  expect(exitCodeOfResult({ ...done, coverage: none, interrupted: true })).toBe(130);
  expect(exitCodeOfResult({ ...done, coverage: none, budgetExceeded: true })).toBe(1);
  expect(exitCodeOfResult({ ...done, coverage: none, stopped: { reason: "no key" } })).toBe(2);
});
