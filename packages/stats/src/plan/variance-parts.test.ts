import fc from "fast-check";
import { expect, test } from "vitest";
import { reordered, runsByTask } from "../../test/arbitraries.ts";
import { estimated } from "../../test/estimated.ts";
import { A, oracles, six } from "../../test/oracles.ts";
import { normals, times } from "../../test/simulation.ts";
import { varianceParts } from "./variance-parts.ts";

test("oracle: subject A of D6", () => {
  const parts = estimated(varianceParts(A));
  const { meanSquareBetween, meanSquareWithin, varianceBetween, intraclassCorrelation } = parts;
  expect(six([meanSquareBetween, meanSquareWithin, varianceBetween, intraclassCorrelation])).toEqual(
    oracles["anova_A (MSB,MSW,varBetween,ICC1)"],
  );
  expect(six([parts.designEffect, parts.effectiveCells])).toEqual([
    oracles["designEffect_A=1+(K-1)ICC"],
    oracles.nEff_A,
  ]);
});

test("states that are no estimate", () => {
  expect(varianceParts([[1, 0], []])).toEqual({ state: "too-few-tasks", tasks: 1 });
  expect(varianceParts([[1], [0], []])).toEqual({ state: "too-few-runs", tasks: 2 });
  expect(varianceParts([[1, 1], [1]])).toEqual({ state: "zero-variance", tasks: 2, cells: 3 });
});

test("runs that never differ within a task: repeating teaches nothing", () => {
  expect(
    varianceParts([
      [1, 1, 1],
      [0, 0, 0],
    ]),
  ).toMatchObject({ intraclassCorrelation: 1, designEffect: 3, effectiveCells: 2 });
});

test("shares stay in 0 to 1, cells are worth at most themselves, order does not matter", () => {
  fc.assert(
    fc.property(reordered(runsByTask), ([tasks, other]) => {
      const parts = varianceParts(tasks);
      fc.pre(parts.state === "estimated");
      expect(parts.intraclassCorrelation >= 0 && parts.intraclassCorrelation <= 1).toBe(true);
      expect(parts.effectiveCells).toBeLessThanOrEqual(parts.cells);
      expect(estimated(varianceParts(other)).intraclassCorrelation).toBeCloseTo(
        parts.intraclassCorrelation,
        10,
      );
    }),
  );
});

test("uneven runs, by hand", () => {
  // Mean 2; between 2·1 + 1·4 = 6; within 2; (3 − 5/3)/1 = 4/3 typical runs, so (6 − 2)/(4/3) = 3 between tasks.
  const parts = estimated(varianceParts([[0, 2], [4]]));
  expect(six([parts.meanSquareBetween, parts.meanSquareWithin, parts.varianceBetween])).toEqual([6, 2, 3]);
  expect(six([parts.intraclassCorrelation, parts.designEffect])).toEqual([0.6, 1.4]);
});

test("finds the variances it was made with, with uneven runs too", () => {
  const normal = normals(31);
  const scores = times(4000, (task) => {
    const level = 2 * normal();
    return times(1 + (task % 4), () => level + normal());
  });
  const { varianceBetween, meanSquareWithin, intraclassCorrelation } = estimated(varianceParts(scores));
  expect(Math.abs(varianceBetween - 4)).toBeLessThan(0.4);
  expect(Math.abs(meanSquareWithin - 1)).toBeLessThan(0.06);
  expect(Math.abs(intraclassCorrelation - 0.8)).toBeLessThan(0.02);
});
