import { expect, test } from "vitest";
import { buildBenchmarkReport } from "./build-benchmark-report.ts";
import { syntheticResult } from "./synthetic-result.ts";
import { validScores } from "./valid-scores.ts";

const meta = { model: "m", runs: 2, startedAt: 0, budgetExceeded: false, warnings: [], totalMs: 1 };

test.each<[unknown, string]>([
  ...[7, 1.5, -0.1, Number.NaN, Number.POSITIVE_INFINITY, undefined, true, null].map(
    (score): [unknown, string] => [score, String(score)],
  ),
  ["0.5", '"0.5"'],
  [1n, "1n"],
])("a cell with the score %s is unscored, and the report says so", (score, told) => {
  const wrong = { ...syntheticResult({ run: 1 }), score: score as never };
  const report = buildBenchmarkReport([syntheticResult({ score: 0.8 }), wrong], meta);
  expect(report.stats[0]).toMatchObject({ mean: 0.8, scored: 1, passRate: 1 });
  expect(report.coverage).toMatchObject({ planned: 2, scored: 1, missing: { unscored: 1 } });
  expect(report.results[1]).toMatchObject({ outcome: "unscored", passed: false, score: 0 });
  expect(report.failures).toEqual([
    {
      ...{ subject: "pattern", outcome: "unscored", cells: 1 },
      message: `The score is ${told}; it has to be a number from 0 to 1.`,
    },
  ]);
  expect(report.warnings).toEqual([
    `1 result has a score that is no number from 0 to 1 and counts as unscored: ${told} of pattern on task, run 2.`,
  ]);
});

test("of several the first of the plan is named, whichever came first", () => {
  const results = [3, 4].map((score, run) => syntheticResult({ run, score }));
  for (const given of [results, results.toReversed()])
    expect(buildBenchmarkReport(given, meta).warnings).toEqual([
      "2 results have scores that are no numbers from 0 to 1 and count as unscored: 3 of pattern on task, run 1 is the first.",
    ]);
});

test("what computing with fractions leaves is put right without a word", () => {
  const results = [1 + 2e-16 * 4, -1e-17].map((score, run) => syntheticResult({ run, score }));
  expect(validScores(results).results.map(({ score }) => score)).toEqual([1, 0]);
  expect(buildBenchmarkReport(results, meta).warnings).toEqual([]);
});

test("what has no score of its own may hold any", () => {
  const results = [
    syntheticResult({ score: 9, errored: true }),
    syntheticResult({ score: Number.NaN, outcome: "cancelled" }),
  ];
  expect(validScores(results).wrong.size).toBe(0);
  expect(validScores(results).results).toBe(results);
});
