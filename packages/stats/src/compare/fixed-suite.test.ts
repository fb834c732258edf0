import { expect, test } from "vitest";
import { estimated } from "../../test/estimated.ts";
import { A, B, oracles, six } from "../../test/oracles.ts";
import { normals, share, slack, times } from "../../test/simulation.ts";
import { fixedSuite } from "./fixed-suite.ts";
import { taskDifferences } from "./task-differences.ts";

test("oracle: D6", () => {
  const result = estimated(fixedSuite(A, B));
  expect(six(result.difference)).toBe(oracles.delta);
  expect(six(result.standardError)).toBe(oracles["fixedSuite.se"]);
  expect(result.degreesOfFreedom).toBe(oracles["fixedSuite.df"]);
  expect(six(result.interval)).toEqual(oracles["fixedSuite.ci95"]);
});

test("one run of a task shows no run-to-run noise", () => {
  expect(
    fixedSuite(
      [[1, 0], [1]],
      [
        [1, 0],
        [0, 1],
      ],
    ),
  ).toEqual({ state: "too-few-runs", tasks: 2, lacking: [1] });
  expect(fixedSuite([[1, 0], []], [[1, 1], [0]])).toMatchObject({ state: "estimated", tasks: 1 });
});

test("runs that never differ show none either, and no tasks nothing", () => {
  expect(fixedSuite([[1, 1]], [[0, 0]])).toEqual({ state: "zero-variance", tasks: 1, difference: 1 });
  expect(fixedSuite([[]], [[1]])).toEqual({ state: "no-tasks", tasks: 0 });
});

test("holds the difference on these tasks as often as it says, however much tasks differ", () => {
  const normal = normals(5);
  const held = share(2000, () => {
    const difficulty = times(4, (task) => 10 * task);
    const a = difficulty.map((d) => times(3, () => d + 0.5 + normal()));
    const b = difficulty.map((d, task) => times(4, () => d * task + normal()));
    const truth = difficulty.reduce((total, d, task) => total + d + 0.5 - d * task, 0) / 4;
    const [low, high] = estimated(fixedSuite(a, b)).interval;
    return low <= truth && truth <= high;
  });
  expect(Math.abs(held - 0.95)).toBeLessThan(slack(2000, 0.95));
});

test("a confidence that is none is refused, also where nothing is to be estimated", () => {
  expect(() => fixedSuite([[1]], [[1]], { confidence: 1.5 })).toThrow("confidence");
});

test("task differences that are known already are taken as they are", () => {
  const uneven = [[1, 0], [], [0.5, 0.25, 1]];
  const other = [[0, 0.5], [1], [0, 1]];
  const pairs = taskDifferences(uneven, other);
  expect(fixedSuite(uneven, other, { pairs })).toEqual(fixedSuite(uneven, other));
});
