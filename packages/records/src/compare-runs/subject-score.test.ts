import { expect, test } from "vitest";
import { failed, passed } from "../outcome.ts";
import { collectScores } from "./run-scores.ts";
import { subjectScore } from "./subject-score.ts";

function scoresOf(byTask: Record<string, readonly number[]>) {
  const { add, scores } = collectScores();
  for (const [task, runs] of Object.entries(byTask))
    runs.forEach((score, run) => {
      const outcome = score === 1 ? passed(1) : failed(score);
      add({ subject: "x", task, run, outcome, workingMs: 1, suspect: false }, 0);
    });
  return subjectScore(scores.bySubject.get("x") ?? new Map());
}

test("one run a task: Wilson, 1 of 2 as R's prop.test(1, 2, correct = FALSE) has it", () => {
  const { mean, interval, tasks } = scoresOf({ a: [1], b: [0] });
  expect({ mean, tasks }).toEqual({ mean: 0.5, tasks: 2 });
  expect(interval![0]).toBeCloseTo(0.0945, 3);
  expect(interval![1]).toBeCloseTo(0.9055, 3);
});

test("several runs: t over the means of tasks, each of the same weight", () => {
  const { mean, interval } = scoresOf({ a: [1, 1, 1, 1], b: [0, 1], c: [0.2] });
  expect(mean).toBeCloseTo((1 + 0.5 + 0.2) / 3, 12);
  expect(interval![0]).toBe(0);
});

test("tasks that gave the same in all of several runs are means like others: t, not Wilson", () => {
  // mean 2/3, standard error 1/3, t.975 of 2 degrees of freedom 4.302653: beyond 0 and 1.
  expect(scoresOf({ a: [1, 1], b: [0, 0], c: [1, 1] }).interval).toEqual([0, 1]);
});

test("one task, or none, has no interval", () => {
  expect(scoresOf({ a: [1, 0] })).toEqual({ mean: 0.5, interval: null, tasks: 1 });
  expect(scoresOf({})).toEqual({ mean: null, interval: null, tasks: 0 });
});

test("tasks that are siblings count as one", () => {
  const byTask = new Map(["a", "b", "c", "d"].map((task) => [task, { scored: 1, score: 1 }]));
  const families = new Map([
    ["a", "x"],
    ["b", "x"],
    ["c", "y"],
    ["d", "y"],
  ]);
  const two = new Map(["a", "b"].map((task) => [task, { scored: 1, score: 1 }]));
  expect(subjectScore(byTask, families)).toMatchObject({ tasks: 4, interval: subjectScore(two).interval });
});
