import { expect, test } from "vitest";
import { buildBenchmarkReport } from "../report/build-benchmark-report.ts";
import { syntheticResults } from "../report/synthetic-result.ts";
import { renderScorecard } from "./render-scorecard.ts";
import { weightNote } from "./weight-note.ts";

const meta = { model: "m", runs: 3, startedAt: 0, totalMs: 0, budgetExceeded: false, warnings: [] };
const solo = (scores: readonly (readonly number[])[]) =>
  syntheticResults("solo", scores, { kind: "baseline" });

test("with the same number of scores on every task there is nothing to say", () => {
  const scores = [
    [1, 0.5],
    [0, 0.5],
  ];
  expect(weightNote(buildBenchmarkReport([...syntheticResults("p", scores), ...solo(scores)], meta))).toEqual(
    [],
  );
});

test("with other numbers the mean that interval and verdict are about is given, and its Δ", () => {
  const results = [
    ...syntheticResults("planner", [[1, 1, 1], [0]]),
    ...solo([
      [0.2, 0.2],
      [0.4, 0.4],
    ]),
  ];
  const report = buildBenchmarkReport(results, meta);
  expect(report.rankings.overall![0]).toMatchObject({
    subject: "planner",
    mean: 0.75,
    deltaVsBaseline: 0.45,
  });
  expect(weightNote(report)).toEqual([
    "Not every task has the same number of scores: mean and Δ above count every cell, intervals and verdicts every task the same (planner 0.500, Δ +0.200).",
  ]);
  for (const format of ["table", "markdown"] as const) {
    expect(renderScorecard(report, format)).toContain("every task the same (planner 0.500, Δ +0.200)");
  }
});
