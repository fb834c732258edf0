import { expect, test } from "vitest";
import type { BenchmarkReport } from "../report/benchmark-report.ts";
import { costLine } from "./cost-line.ts";
import { coverageLine } from "./coverage-line.ts";
import { failureLines } from "./failure-lines.ts";
import { headline } from "./headline.ts";
import { renderScorecard } from "./render-scorecard.ts";
import { reportSentences } from "./sentences.ts";

const aggregates = { stddev: 0, passRate: 1, runs: 1, successfulRuns: 1, costUsd: 0.01, meanLatencyMs: 1 };

/** Two subjects of one cell each, with no more than the fields of the spec. */
const report: BenchmarkReport = {
  ...{ model: "m", runs: 1, subjects: ["planner", "solo"], categories: ["reasoning"] },
  stats: [
    { subject: "planner", category: "overall", mean: 0.9, ...aggregates },
    { subject: "solo", category: "overall", mean: 0.4, ...aggregates },
  ],
  rankings: {
    overall: [
      { subject: "planner", mean: 0.9, deltaVsBaseline: 0.5, credible: false },
      { subject: "solo", mean: 0.4, deltaVsBaseline: 0, credible: false },
    ],
  },
  ...{ totalCostUsd: 0.02, budgetExceeded: false, warnings: [], timing: { totalMs: 1 } },
};

const without = (subject: string) => report.stats.filter((stat) => stat.subject !== subject);
const rowOf = (text: string, subject: string) =>
  text
    .split("\n")
    .findLast((line) => line.includes(` ${subject} `))!
    .split(/ {2,}/);

test.each(["table", "markdown"] as const)(
  "as %s, a ranked subject without an overall stat has dashes",
  (format) => {
    for (const subject of ["planner", "solo"]) {
      const text = renderScorecard({ ...report, stats: without(subject) }, format);
      expect(text).toContain(subject);
      expect(text).not.toMatch(/NaN|undefined/);
    }
  },
);

test("what the ranking itself says of such a subject is shown, what only the stat knows is a dash", () => {
  const planner = renderScorecard({ ...report, stats: without("planner") }, "table");
  expect(rowOf(planner, "planner")).toEqual([
    "1",
    "planner",
    "0.900",
    "—",
    "+0.500",
    "no",
    "—",
    "—",
    "—",
    "—",
  ]);
  const solo = renderScorecard({ ...report, stats: without("solo") }, "table");
  expect(rowOf(solo, "planner").slice(0, 5)).toEqual(["1", "planner", "0.900", "—", "+0.500"]);
  expect(rowOf(solo, "solo")).toEqual(["2", "solo", "0.400", "—", "—", "—", "baseline", "—", "—", "—"]);
});

test("a subject that is ranked but not among the subjects is shown as far as it is known", () => {
  const table = renderScorecard({ ...report, subjects: ["solo"], stats: without("planner") }, "table");
  expect(rowOf(table, "planner").slice(-3)).toEqual(["—", "—", "—"]);
});

test("a report without its cells stopped where its coverage says", () => {
  const stopped = renderScorecard({ ...report, budgetExceeded: true }, "table");
  expect(stopped).toContain("More than the budget was spent, and all 2 cells have a score.");
  expect(stopped).toContain("Coverage 2 of 2.");
  const coverage = {
    ...{ planned: 9, scored: 2, missing: { cancelled: 1, untried: 5, unscored: 1 } },
    ...{ bounds: {}, fragile: [], repeated: 0 },
  };
  expect(renderScorecard({ ...report, aborted: true, coverage }, "table")).toContain(
    "Stopped by hand after 2 of 9 cells.",
  );
});

test("negative numbers have the same minus sign everywhere", () => {
  const stats = report.stats.map((stat) => ({ ...stat, mean: -3 }));
  const overall = report.rankings.overall!.map((row) => ({ ...row, mean: -3 }));
  const table = renderScorecard({ ...report, stats, rankings: { overall } }, "table");
  expect(table.match(/−3\.000/g)).toHaveLength(4);
  expect(table).not.toContain("-3.000");
});

test("each part of a scorecard can be had of such a report alone", () => {
  expect(headline(report)).toEqual(["2 subjects × 1 run", "m"]);
  expect(coverageLine(report)).toBe("Coverage 2 of 2.");
  expect(costLine(report)).toBe("$0.020 · 1 ms");
  expect(failureLines(report)).toEqual([]);
  expect(reportSentences(report)).toContainEqual({
    ...{ about: "verdict", text: "This report holds no comparisons, so no verdict is given." },
  });
});

const rankedAs = (...rows: [subject: string, mean: number, delta: number][]): BenchmarkReport => ({
  ...report,
  subjects: rows.map(([subject]) => subject),
  stats: rows.map(([subject, mean]) => ({ subject, category: "overall", mean, ...aggregates })),
  rankings: {
    overall: rows.map(([subject, mean, deltaVsBaseline]) => ({
      ...{ subject, mean, deltaVsBaseline, credible: false },
    })),
  },
});

test.each([
  ["the only one without a delta", rankedAs(["planner", 0.9, 0.5], ["solo", 0.4, 0]), "solo"],
  ["the same, where the means do not add up", rankedAs(["planner", 0.9, 0.2], ["solo", 0.4, 0]), "solo"],
  ["of two that the others are measured from", rankedAs(["a", 0.9, 0.5], ["b", 0.4, 0], ["c", 0.7, 0]), "b"],
  [
    "of two that tie",
    rankedAs(["a", 0.9, 0.5], ["b", 0.4, 0], ["single-generator", 0.4, 0]),
    "single-generator",
  ],
  ["where all tie", rankedAs(["planner", 0.4, 0], ["single-generator", 0.4, 0]), "single-generator"],
  ["by itself", rankedAs(["single-generator", 0.4, 0]), "single-generator"],
  ["by what the report says", { ...rankedAs(["a", 0.4, 0], ["b", 0.4, 0]), baselineSubjects: ["b"] }, "b"],
])("the markdown marks the baseline: %s", (_, told, baseline) => {
  const text = renderScorecard(told, "markdown");
  const marked = told.subjects.filter((subject) => text.includes(`| ${subject} (baseline) |`));
  expect(marked).toEqual([baseline]);
  expect(text).toContain(`### Overall ranking (Δ vs ${baseline})`);
});

test.each([
  ["that have no delta", rankedAs(["a", 0.9, 0], ["b", 0.4, 0])],
  ["of which two could be it", rankedAs(["a", 0.9, 0.5], ["b", 0.4, 0], ["c", 0.4, 0])],
  ["of which none is it", { ...rankedAs(["a", 0.4, 0], ["single-generator", 0.4, 0]), baselineSubjects: [] }],
])("none is marked among subjects %s", (_, told) => {
  expect(renderScorecard(told, "markdown")).not.toContain("(baseline)");
});

test("in markdown there is no table of details where none are known", () => {
  expect(renderScorecard(report, "markdown")).not.toContain("Reliability");
});
