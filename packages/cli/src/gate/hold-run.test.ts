import { type BenchmarkRunResult, buildBenchmarkReport } from "@flow-state-dev/testing";
import { expect, test } from "vitest";
import { reportFacts } from "./hold-run.ts";

const cell = (run: number, more: Partial<BenchmarkRunResult>): BenchmarkRunResult => ({
  ...{ subject: "x", kind: "baseline", taskId: "t", category: "reasoning", run },
  ...{ score: 1, passed: true, errored: false, costUsd: 0.1, latencyMs: 1000, ...more },
});

test("the time of a subject is the average of its runs, those without a time of their own left out", () => {
  const results = [
    cell(0, {}),
    cell(1, {}),
    cell(2, { latencyMs: 10_000 }),
    cell(3, { latencyMs: 90_000, suspect: true }),
    cell(4, { latencyMs: 90_000, errored: true, score: 0, passed: false }),
    cell(5, { latencyMs: 90_000, outcome: "infrastructure" }),
    cell(0, { subject: "broken", errored: true }),
  ];
  const report = buildBenchmarkReport(results, {
    ...{ runs: 6, model: "m", startedAt: 0, budgetExceeded: false, warnings: [] },
  });
  expect(reportFacts(report).subjects.map(({ name, seconds }) => [name, seconds])).toEqual([
    ["x", 4],
    ["broken", null],
  ]);
});
