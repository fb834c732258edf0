import fc from "fast-check";
import { expect, test } from "vitest";
import { differences } from "../../test/arbitraries.ts";
import { estimated } from "../../test/estimated.ts";
import { A, B, D8, oracles, six } from "../../test/oracles.ts";
import { normals, share, slack, times } from "../../test/simulation.ts";
import { pairedT } from "./paired-t.ts";
import { taskDifferences } from "./task-differences.ts";

test("oracle: D6", () => {
  const result = estimated(pairedT(taskDifferences(A, B).differences));
  expect(six(result.mean)).toBe(oracles.delta);
  expect(six(result.standardDeviation)).toBe(oracles["paired.sdDiff"]);
  expect(six(result.standardError)).toBe(oracles["paired.se"]);
  expect(six(result.t)).toBe(oracles["paired.t"]);
  expect(result.degreesOfFreedom).toBe(oracles["paired.df"]);
  expect(six(result.criticalValue)).toBe(oracles["paired.tCrit95"]);
  expect(six(result.interval)).toEqual(oracles["paired.ci95"]);
  expect(six(result.p)).toBe(oracles["paired.p"]);
});

test("oracle: D8", () => {
  const { mean, standardError, t, p, interval } = estimated(pairedT(D8));
  expect(six([mean, standardError, t, p, ...interval])).toEqual(oracles["paired-t.D8 (mean,se,t,p,ci)"]);
});

test("without variance there is no t, whatever the difference", () => {
  expect(pairedT([0.5, 0.5, 0.5])).toEqual({ state: "zero-variance", tasks: 3, mean: 0.5 });
  expect(pairedT([0, 0])).toEqual({ state: "zero-variance", tasks: 2, mean: 0 });
  expect(pairedT([0.5])).toEqual({ state: "too-few-tasks", tasks: 1 });
});

test("zero is outside the 95 % interval exactly when p is below 5 %", () => {
  fc.assert(
    fc.property(differences, (values) => {
      const { p, interval } = estimated(pairedT(values));
      fc.pre(Math.abs(p - 0.05) > 1e-9);
      expect(p).toBeGreaterThanOrEqual(0);
      expect(p).toBeLessThanOrEqual(1);
      expect(interval[0] > 0 || interval[1] < 0).toBe(p < 0.05);
    }),
  );
});

test("changing sides turns the difference around and leaves p", () => {
  fc.assert(
    fc.property(differences, (values) => {
      const one = estimated(pairedT(values));
      const other = estimated(pairedT(values.map((value) => -value)));
      expect(other.t).toBeCloseTo(-one.t, 9);
      expect(other.p).toBeCloseTo(one.p, 12);
    }),
  );
});

test("finds a difference that is not there in one of twenty cases", () => {
  const normal = normals(99);
  const found = share(4000, () => estimated(pairedT(times(8, normal))).p < 0.05);
  expect(Math.abs(found - 0.05)).toBeLessThan(slack(4000, 0.05));
});
