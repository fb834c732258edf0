import { expect, test } from "vitest";
import { oracles, six } from "../../test/oracles.ts";
import { bestRunsPerTask } from "./best-runs.ts";
import { plannedVariance } from "./planned-variance.ts";

const variances = { runVariance: 0.3, taskVariance: 0.05 };

test("oracle: a task that costs 5 or 20 runs", () => {
  expect(six([5, 20].map((taskCost) => bestRunsPerTask({ ...variances, taskCost, runCost: 1 })))).toEqual(
    oracles["bestK within=.30 omega2=.05 cost ratio 5, 20"],
  );
});

test("free tasks, or runs without noise, need one run; equal tasks no end of them", () => {
  expect(bestRunsPerTask({ ...variances, taskCost: 0, runCost: 1 })).toBe(1);
  expect(bestRunsPerTask({ runVariance: 0, taskVariance: 0, taskCost: 5, runCost: 1 })).toBe(1);
  expect(bestRunsPerTask({ runVariance: 0.01, taskVariance: 5, taskCost: 1, runCost: 1 })).toBe(1);
  expect(bestRunsPerTask({ runVariance: 0.3, taskVariance: 0, taskCost: 5, runCost: 1 })).toBeNull();
});

test("no other number of runs does better for the same money", () => {
  const best = Math.round(bestRunsPerTask({ ...variances, taskCost: 20, runCost: 1 })!);
  const variance = (runs: number) => {
    const tasks = 1000 / (20 + runs);
    return plannedVariance({ taskVariance: 0.05, runVarianceA: 0.3, runsA: runs }) / tasks;
  };
  for (let runs = 1; runs < 40; runs++) expect(variance(runs)).toBeGreaterThanOrEqual(variance(best));
});
