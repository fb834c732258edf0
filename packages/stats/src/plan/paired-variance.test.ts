import { expect, test } from "vitest";
import { estimated } from "../../test/estimated.ts";
import { A, B, six } from "../../test/oracles.ts";
import { normals, times } from "../../test/simulation.ts";
import { pairedVariance } from "./paired-variance.ts";

test("D6: run noise explains all, so nothing is left for the tasks", () => {
  const { tasks, taskVariance, runVarianceA, runVarianceB } = estimated(pairedVariance(A, B));
  // By hand: four of A's tasks and five of B's have a sample variance of 1/3, the others 0.
  expect(six([tasks, taskVariance, runVarianceA, runVarianceB])).toEqual([6, 0, 0.222222, 0.277778]);
});

test("states that are no estimate", () => {
  expect(pairedVariance([[1, 0]], [[1, 1]])).toEqual({ state: "too-few-tasks", tasks: 1 });
  expect(
    pairedVariance(
      [[1, 0], [1]],
      [
        [1, 1],
        [1, 0],
      ],
    ),
  ).toEqual({ state: "too-few-runs", tasks: 1 });
});

test("finds the variances it was made with", () => {
  const normal = normals(17);
  const gaps = times(6000, () => 0.5 * normal());
  const a = gaps.map((gap) => times(3, () => gap + normal()));
  const b = gaps.map(() => times(2, () => 2 * normal()));
  const { taskVariance, runVarianceA, runVarianceB } = estimated(pairedVariance(a, b));
  expect(Math.abs(taskVariance - 0.25)).toBeLessThan(0.2);
  expect(Math.abs(runVarianceA - 1)).toBeLessThan(0.06);
  expect(Math.abs(runVarianceB - 4)).toBeLessThan(0.3);
});
