import { describe, expect, test } from "vitest";
import { buildBenchmarkReport } from "../report/build-benchmark-report.ts";
import { syntheticResults } from "../report/synthetic-result.ts";
import { displayWidth } from "./display-width.ts";
import { renderScorecard } from "./render-scorecard.ts";

const categories = ["reasoning", "multi-step-research", "critique-revision", "tool-use"];
const usual = ["debate", "self-consistency", "single-generator"];

/** A report of these subjects, the last of them the baseline, on two tasks of each category. */
function reportOf(subjects: readonly string[], ofCategories = categories) {
  const results = subjects.flatMap((name, at) =>
    ofCategories.flatMap((category) =>
      syntheticResults(
        name,
        [
          [0.5 + at / 10, 0.7],
          [0.2, 0.9],
        ],
        { category, kind: at === subjects.length - 1 ? "baseline" : "pattern", subjectCostUsd: 0.01 },
      ).map((result) => ({ ...result, taskId: `${category} ${result.taskId}` })),
    ),
  );
  return buildBenchmarkReport(results, {
    ...{ model: "openai/gpt-5.4-mini", judgeModel: "anthropic/claude-haiku-4-5", name: "choose-a-pattern" },
    ...{ runs: 2, startedAt: 0, totalMs: 1, budgetExceeded: false, warnings: [], runId: "91c0ab-mgx2k4p1" },
  });
}

const report = reportOf(usual);
const linesAt = (columns: number, of = report) => renderScorecard(of, "table", { columns }).split("\n");
/** The heads of the ranking, and of every table of scores. */
const headsAt = (columns: number) =>
  linesAt(columns)
    .filter((line) => /^(subject|rank) /.test(line))
    .map((line) => line.split(/ {2,}/));

test("without a width, and with one that is wide enough, it is what it always was", () => {
  const asEver = renderScorecard(report, "table");
  expect(renderScorecard(report, "table", {})).toBe(asEver);
  expect(renderScorecard(report, "table", { columns: 500 })).toBe(asEver);
  expect(headsAt(500)[1]).toEqual([
    ...["rank", "subject", "mean", "95 % interval", "Δ vs baseline", "credible", "verdict"],
    ...["success", "$/task", "score/$"],
  ]);
});

test("markdown and JSON are not for a terminal and do not heed it", () => {
  for (const format of ["markdown", "json"] as const)
    expect(renderScorecard(report, format, { columns: 40 })).toBe(renderScorecard(report, format));
});

const hostile = ["日本語の名前".repeat(6), "a-pattern-with-a-name-that-nobody-can-type", "b"];

test.each([20, 40, 60, 79, 80, 100, 160])("at %i columns no line is longer", (columns) => {
  for (const each of [report, reportOf(hostile), reportOf(["alone"])]) {
    expect(Math.max(...linesAt(columns, each).map(displayWidth))).toBeLessThanOrEqual(columns);
  }
});

describe("what is left out, the least important first", () => {
  test("at 100 columns only what the verdict says too", () => {
    const [scores, ranking] = headsAt(100);
    expect(scores).toEqual(["subject", ...categories, "overall"]);
    expect(ranking).toEqual([
      ...["rank", "subject", "mean", "95 % interval", "Δ", "verdict", "success", "$/task", "score/$"],
    ]);
    expect(linesAt(100)).toContain("Left out for want of width: credible.");
  });

  test("at 80 columns the table of scores is still one", () => {
    expect(headsAt(80)).toEqual([
      ["subject", "reasoning", "multi-step-…", "critique-re…", "tool-use", "overall"],
      ["rank", "subject", "mean", "95 % interval", "Δ", "verdict", "$/task"],
    ]);
    expect(linesAt(80)).toContain(
      "Left out for want of width: standard deviations, credible, score/$, success.",
    );
  });

  test("at 40 columns every category is there, below the others, and every subject has its verdict", () => {
    const heads = headsAt(40);
    expect(heads.slice(0, -1).flatMap(([, ...those]) => those)).toEqual([
      ...["reasoning", "multi-step-…", "critique-re…", "tool-use", "overall"],
    ]);
    expect(heads.at(-1)).toEqual(["subject", "mean", "verdict"]);
    for (const name of usual)
      expect(linesAt(40).filter((line) => line.startsWith(`${name} `))).not.toEqual([]);
  });
});

test("names that are alike for longer than a table shows are told apart where there is room, too", () => {
  const begun = "research-with-a-beginning-that-is-longer-than-anything-else";
  const names = [`${begun}-one`, `${begun}-two`];
  for (const columns of [Number.POSITIVE_INFINITY, 200]) {
    const rows = linesAt(columns, reportOf(names)).filter((line) => line.startsWith("research"));
    const shown = new Set(rows.map((line) => line.split("  ", 1)[0]!));
    expect([...shown].map((name) => name.slice(-4))).toEqual(["-one", "-two"]);
  }
});

test("long names are cut, so that they can be told apart", () => {
  const begun = "research-with-a-long-beginning";
  const names = [`${begun}-one`, `${begun}-two`, "plain-one-that-is-too-long"];
  const rows = linesAt(60, reportOf(names)).filter((line) => /^(research|plain)/.test(line));
  const shown = new Set(rows.map((line) => line.split("  ", 1)[0]!));
  expect([...shown]).toEqual(["research-with…ng-one", "research-with…ng-two", "plain-one-tha…o-long"]);
});

test("so are long names of categories", () => {
  const alike = reportOf(usual, ["packages/application/first", "packages/application/other"]);
  const [, first, second] = linesAt(60, alike)
    .find((line) => line.startsWith("subject "))!
    .split(/ {2,}/);
  expect([first, second]).toEqual(["package…irst", "package…ther"]);
});
