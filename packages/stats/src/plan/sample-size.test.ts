import fc from "fast-check";
import { expect, test } from "vitest";
import { oracles, six } from "../../test/oracles.ts";
import { minimumDetectableEffect } from "./minimum-detectable-effect.ts";
import { type Assumptions, plannedStandardError } from "./planned-variance.ts";
import { sampleSize } from "./sample-size.ts";

const seenBy = (tasks: number, assumptions: Assumptions) =>
  minimumDetectableEffect(plannedStandardError(tasks, assumptions), { degreesOfFreedom: tasks - 1 })!;

const noisy = { taskVariance: 0.05, runVarianceA: 0.15, runVarianceB: 0.15 };

test("oracle: three plans", () => {
  expect(six(sampleSize(0.03, { taskVariance: 1 / 9 }).exact)).toBe(oracles["power.n delta=.03 omega2=1/9"]);
  expect(six(sampleSize(0.1, noisy).exact)).toBe(oracles["power.n delta=.10 omega2=.05 sigma2=.15 K=1"]);
  expect(six(sampleSize(0.1, { ...noisy, runsA: 5, runsB: 5 }).exact)).toBe(oracles["power.n same K=5"]);
});

test("whole tasks, and never fewer than a verdict needs", () => {
  expect(sampleSize(0.03, { taskVariance: 1 / 9 }).tasks).toBe(971);
  expect(sampleSize(1, noisy).tasks).toBe(6);
  expect(sampleSize(0.1, { taskVariance: 0 })).toEqual({ exact: 0, tasks: 6 });
});

test("no effect cannot be found with any number of tasks", () => {
  expect(() => sampleSize(0, noisy)).toThrow("|effect| must be a finite number above 0");
});

test("with the tasks planned the effect is detectable, and with one fewer not", () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 20 }), fc.integer({ min: 1, max: 50 }), (hundredths, variance) => {
      const effect = hundredths / 100;
      const assumptions = { taskVariance: variance / 100 };
      const { tasks } = sampleSize(effect, assumptions);
      fc.pre(tasks > 6);
      const detectable = (n: number) => seenBy(n, assumptions);
      expect(detectable(tasks)).toBeLessThanOrEqual(effect * (1 + 1e-9));
      expect(detectable(tasks - 1)).toBeGreaterThan(effect);
    }),
  );
});

test("what so many tasks can just detect needs so many, whichever way the effect was rounded", () => {
  for (let tasks = 6; tasks <= 200; tasks++) {
    const effect = seenBy(tasks, noisy);
    expect(sampleSize(effect, noisy).tasks).toBe(tasks);
  }
});
