import { expect, test } from "vitest";
import { plannedStandardError, plannedVariance } from "./planned-variance.ts";

test("runs divide their own noise, not that of tasks", () => {
  const noisy = { taskVariance: 0.05, runVarianceA: 0.12, runVarianceB: 0.06 };
  expect(plannedVariance(noisy)).toBeCloseTo(0.23, 12);
  expect(plannedVariance({ ...noisy, runsA: 3, runsB: 2 })).toBeCloseTo(0.12, 12);
  expect(plannedVariance({ taskVariance: 0.05 })).toBe(0.05);
  expect(plannedStandardError(25, { taskVariance: 0.25 })).toBeCloseTo(0.1, 12);
});

test("impossible assumptions are refused", () => {
  expect(() => plannedVariance({ taskVariance: -1 })).toThrow(
    "taskVariance must be a finite number of at least 0",
  );
  expect(() => plannedVariance({ taskVariance: 1, runsA: 0 })).toThrow(
    "runsA must be a whole number of at least 1",
  );
  expect(() => plannedStandardError(0, { taskVariance: 1 })).toThrow(
    "tasks must be a whole number of at least 1",
  );
});
