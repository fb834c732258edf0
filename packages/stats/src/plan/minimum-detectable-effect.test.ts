import { expect, test } from "vitest";
import { estimated } from "../../test/estimated.ts";
import { A, B, oracles, six } from "../../test/oracles.ts";
import { pairedT } from "../compare/paired-t.ts";
import { taskDifferences } from "../compare/task-differences.ts";
import { minimumDetectableEffect } from "./minimum-detectable-effect.ts";
import { plannedStandardError } from "./planned-variance.ts";

test("oracle: before a run, 20 tasks of 3 runs", () => {
  const planned = plannedStandardError(20, {
    taskVariance: 0.05,
    runVarianceA: 0.15,
    runVarianceB: 0.15,
    runsA: 3,
    runsB: 3,
  });
  expect(six(minimumDetectableEffect(planned))).toBe(oracles["power.MDE T=20 omega2=.05 sigma2=.15 K=3"]);
});

test("oracle: after a run, from D6", () => {
  const { standardError } = estimated(pairedT(taskDifferences(A, B).differences));
  expect(six(minimumDetectableEffect(standardError))).toBe(
    oracles["power.MDE from D6 sdDiff: (z+z)*sd/sqrt(T)"],
  );
});

test("unknown without variance; more assurance asks for more", () => {
  expect(minimumDetectableEffect(0)).toBeNull();
  expect(minimumDetectableEffect(0.1, { power: 0.9 })).toBeGreaterThan(minimumDetectableEffect(0.1)!);
  expect(minimumDetectableEffect(0.1, { alpha: 0.01 })).toBeGreaterThan(minimumDetectableEffect(0.1)!);
});
