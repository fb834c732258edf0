import { expect, test } from "vitest";
import { inPlanOrder } from "./plan-order.ts";
import { gridOf } from "./report-grid.ts";
import { syntheticResults } from "./synthetic-result.ts";

const meta = { model: "m", runs: 2, startedAt: 0, totalMs: 0, budgetExceeded: false, warnings: [] };
const order = (scores: number[][]) => {
  const results = [
    ...syntheticResults("a", scores),
    ...syntheticResults("base", scores, { kind: "baseline" }),
  ].reverse();
  const subjects = [
    { name: "a", kind: "pattern" },
    { name: "base", kind: "baseline" },
  ] as const;
  const tasks = scores.map((_, at) => ({ id: `t${at}`, category: "reasoning" }));
  return inPlanOrder(gridOf(results, { ...meta, subjects, tasks })).map(
    ({ run, taskId, subject }) => `${run} ${taskId} ${subject}`,
  );
};

test("results are told by repetition, then by task, then by subject with the baseline first", () => {
  expect(order([[1, 1], [1]])).toEqual([
    ...["0 t0 base", "0 t0 a", "0 t1 base", "0 t1 a"],
    ...["1 t0 base", "1 t0 a"],
  ]);
  expect(order([[1], [1]])).toEqual(["0 t0 base", "0 t0 a", "0 t1 base", "0 t1 a"]);
  expect(order([])).toEqual([]);
});
