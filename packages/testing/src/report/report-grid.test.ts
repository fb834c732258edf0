import { expect, test } from "vitest";
import { cellsOfSubject, gridOf } from "./report-grid.ts";
import { syntheticResult } from "./synthetic-result.ts";

const meta = { model: "m", runs: 3, startedAt: 0, totalMs: 0, budgetExceeded: false, warnings: [] };

test("what was planned is due in full; what nobody planned only as far as it is there", () => {
  const runs = ["planned", "stray"].flatMap((subject) =>
    ["t", "extra"].map((taskId) => syntheticResult({ subject, taskId, category: "c" })),
  );
  const subjects = [{ name: "planned", kind: "pattern" as const }];
  const grid = gridOf(runs, { ...meta, subjects, tasks: [{ id: "t", category: "c" }] });
  expect(grid.subjects.map(({ name }) => name)).toEqual(["planned", "stray"]);
  expect(grid.tasks.map(({ id }) => id)).toEqual(["t", "extra"]);
  expect(grid.planned).toEqual([
    [3, 1],
    [1, 1],
  ]);
});

test("more cells than were planned are never fewer", () => {
  const runs = [0, 1, 2, 3].map((run) => syntheticResult({ subject: "s", taskId: "t", category: "c", run }));
  const subjects = [{ name: "s", kind: "pattern" as const }];
  expect(gridOf(runs, { ...meta, subjects, tasks: [{ id: "t", category: "c" }] }).planned).toEqual([[4]]);
});

test("when no subjects are named every one is due in full, on the tasks that are", () => {
  const runs = ["a", "b"].map((subject) => syntheticResult({ subject, taskId: "t", category: "c" }));
  expect(gridOf(runs, { ...meta, tasks: [{ id: "t", category: "c" }] }).planned).toEqual([[3], [3]]);
});

test("when nobody knows how many runs were planned, what is there was", () => {
  const runs = [syntheticResult({ subject: "s", taskId: "t", category: "c" })];
  const tasks = ["t", "none"].map((id) => ({ id, category: "c" }));
  for (const unknown of [Number.NaN, Infinity, 1.5])
    expect(gridOf(runs, { ...meta, runs: unknown, tasks }).planned).toEqual([[1, 0]]);
});

test("the cells of a subject are those of all its tasks", () => {
  const results = ["a", "b", "c"].flatMap((subject) =>
    ["t", "u"].map((taskId) => syntheticResult({ subject, taskId, category: "c" })),
  );
  const grid = gridOf(results, meta);
  expect([0, 1, 2].map((subject) => cellsOfSubject(grid, subject))).toEqual([
    [0, 2],
    [2, 4],
    [4, 6],
  ]);
});
