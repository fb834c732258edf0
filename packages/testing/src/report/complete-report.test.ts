import { expect, test } from "vitest";
import { buildBenchmarkReport } from "./build-benchmark-report.ts";
import { completeReport } from "./complete-report.ts";
import { syntheticResult } from "./synthetic-result.ts";

const meta = { model: "m", runs: 1, startedAt: 0, budgetExceeded: false, warnings: [], totalMs: 1 };
const whole = buildBenchmarkReport([syntheticResult({ score: 0.8 }), syntheticResult({ run: 1 })], meta);

test("what a report has stays as it is", () => {
  expect(completeReport(whole)).toEqual(whole);
});

test("what it lacks is filled in as far as it follows from the rest", () => {
  const { results: _r, coverage: _c, comparisons: _d, summaries: _s, ...less } = whole;
  expect(completeReport(less as never)).toMatchObject({
    ...{ results: [], comparisons: [] },
    coverage: { planned: 2 },
    summaries: [{ subject: "pattern" }],
  });
});
