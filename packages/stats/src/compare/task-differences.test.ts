import { expect, test } from "vitest";
import { A, B, oracles, six } from "../../test/oracles.ts";
import { taskDifferences } from "./task-differences.ts";

test("oracle: D6", () => {
  const { differences, dropped } = taskDifferences(A, B);
  expect(six(differences)).toEqual(oracles.perTaskDiff);
  expect(dropped).toEqual([]);
});

test("a task without a score on one side takes no part, and is named", () => {
  expect(taskDifferences([[1], [], [1, 0]], [[0], [1], [0]])).toEqual({
    tasks: [0, 2],
    dropped: [1],
    meansA: [1, 0.5],
    meansB: [0, 0],
    differences: [1, 0.5],
  });
});

test("lists of different length, or a score that is no number, are refused", () => {
  expect(() => taskDifferences([[1]], [])).toThrow("a must be as long as b (0)");
  expect(() => taskDifferences([[1]], [[Number.NaN]])).toThrow("b[0][0] must be a finite number");
});

test("what only rounding tells apart is no difference, however often it comes up", () => {
  const a = Array.from({ length: 40 }, () => [0.1 + 0.2, 1e6 / 3]);
  const b = Array.from({ length: 40 }, () => [0.3, 1e6 / 3]);
  expect(a[0]![0]! - b[0]![0]!).toBeGreaterThan(0);
  expect(new Set(taskDifferences(a, b).differences)).toEqual(new Set([0]));
  expect(taskDifferences([[0.1 + 0.2]], [[0.3]]).differences).toEqual([0]);
  expect(taskDifferences([[0.5]], [[-0.5]]).differences).toEqual([1]);
  expect(taskDifferences([[0.5 + 1e-11]], [[0.5]]).differences[0]).toBeCloseTo(1e-11, 15);
});
