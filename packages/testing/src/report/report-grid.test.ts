import { expect, test } from "vitest";
import { gridOf } from "./report-grid.ts";
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
