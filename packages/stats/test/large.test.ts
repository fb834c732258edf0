import { expect, test } from "vitest";
import * as stats from "../src/index.ts";
import { normals, times } from "./simulation.ts";

const count = 100_000;
const normal = normals(1);
const values = times(count, () => 0.02 + normal());

// A step that is not close to linear would run into the test's time limit.
test("a hundred thousand tasks are no trouble", () => {
  expect(stats.pairedT(values)).toMatchObject({ state: "estimated", tasks: count });
  expect(stats.tost(values)).toMatchObject({ state: "estimated", equivalent: true });
  expect(stats.confidenceSequence(values)).toMatchObject({ decision: "different" });
  expect(stats.varianceParts(times(count / 2, (i) => values.slice(2 * i, 2 * i + 2)))).toMatchObject({
    cells: count,
  });
  expect(stats.clusteredMean(times(count / 2, (i) => values.slice(2 * i, 2 * i + 2)))).toMatchObject({
    cells: count,
  });
  expect(stats.median(values)).toBeCloseTo(0.02, 1);
  expect(stats.holm(times(count, (i) => i / count))[1]).toBeCloseTo(1 - 1 / count, 9);
  expect(stats.benjaminiHochberg(times(count, (i) => i / count)).at(-1)).toBeCloseTo(1, 4);
  expect(stats.wilsonInterval({ passed: 50_000, runs: count })).toEqual([
    expect.closeTo(0.4969, 4),
    expect.closeTo(0.5031, 4),
  ]);
  expect(stats.clopperPearsonInterval({ passed: 50_000, runs: count })![0]).toBeCloseTo(0.4969, 4);
  expect(stats.mcnemar({ onlyA: 50_000, onlyB: 50_000 }).p).toBe(1);
  expect(stats.cohenKappa(values.map(Math.sign), values.map(Math.sign))).toMatchObject({ kappa: 1 });
  expect(
    stats.krippendorffAlpha(
      values.map((value) => [value, value]),
      { level: "interval" },
    ),
  ).toMatchObject({
    alpha: 1,
  });
  expect(stats.paretoFront(values.map((score, cost) => ({ score, cost })))[0]).toEqual({
    score: values[0],
    cost: 0,
  });
});
