import { mulberry32 } from "@flow-state-dev/stats";
import { expect, test } from "vitest";
import type { BenchmarkRunResult } from "../report/benchmark-run-result.ts";
import { buildBenchmarkReport } from "../report/build-benchmark-report.ts";
import type { BuildBenchmarkReportMeta } from "../report/build-benchmark-report-meta.ts";
import { syntheticResult, syntheticResults } from "../report/synthetic-result.ts";
import { displayWidth } from "./display-width.ts";
import { renderScorecard, type ScorecardFormat } from "./render-scorecard.ts";

const meta: BuildBenchmarkReportMeta = {
  ...{
    model: "openai/gpt-5.4-mini",
    judgeModel: "anthropic/claude-haiku-4-5",
    name: "choose-a-pattern",
    runs: 3,
  },
  ...{
    startedAt: 0,
    totalMs: 220_000,
    budgetExceeded: false,
    warnings: [],
    runId: "91c0ab-mgx2k4p1",
    maxCostUsd: 10,
  },
};

/** Skill above the baseline's and dollars a cell. */
const subjects = [
  { name: "supervisor", kind: "pattern", skill: 0.12, cost: 0.0121 },
  { name: "critique-revise", kind: "pattern", skill: 0.09, cost: 0.0075 },
  { name: "debate", kind: "pattern", skill: 0.03, cost: 0.0088 },
  { name: "round-robin", kind: "pattern", skill: -0.1, cost: 0.02 },
  { name: "single-generator", kind: "baseline", skill: 0, cost: 0.0029 },
] as const;
const categories = ["reasoning", "multi-step-research", "critique-revision", "tool-use"];
const tasks = Array.from({ length: 24 }, (_, at) => ({
  id: `t${at}`,
  category: categories[Math.floor(at / 6)]!,
}));

/** A sweep of five subjects with known skill; one cell is unscored. */
function sweepResults(): BenchmarkRunResult[] {
  const random = mulberry32(7);
  const around = (spread: number) => (random() - 0.5) * spread;
  const difficulty = tasks.map(() => 0.6 + around(0.4));
  const affinity = subjects.map(() => tasks.map(() => around(0.25)));
  return [0, 1, 2].flatMap((run) =>
    tasks.flatMap(({ id, category }, task) =>
      subjects.map(({ name, kind, skill, cost }, at) => {
        const score = Math.min(
          1,
          Math.max(0, difficulty[task]! + skill + affinity[at]![task]! + around(0.1)),
        );
        const subjectCostUsd = cost * (1 + around(0.4));
        return syntheticResult({
          ...{ subject: name, kind, taskId: id, category, run, score, passed: score >= 0.5 },
          ...{ subjectCostUsd, judgeCostUsd: 0.001, costUsd: subjectCostUsd + 0.001, latencyMs: cost * 8e5 },
          usage: {
            inputTokens: 1234,
            outputTokens: 321,
            cacheReadTokens: 0,
            cacheWriteTokens: 0,
            reasoningTokens: 0,
          },
          ...(at === 0 && task === 5 && run === 1 && { outcome: "unscored" }),
        });
      }),
    ),
  );
}

const plan = { subjects: subjects.map(({ name, kind }) => ({ name, kind })), tasks };
const full = buildBenchmarkReport(sweepResults(), { ...meta, ...plan });

test.each(["table", "markdown"] as const)("a whole sweep as %s", async (format) => {
  await expect(renderScorecard(full, format)).toMatchFileSnapshot(`snapshots/sweep.${format}.txt`);
});

test("of a second baseline the table tells what the data do", () => {
  const results = sweepResults().map((each) =>
    each.subject === "round-robin" ? { ...each, kind: "baseline" as const } : each,
  );
  const kinds = plan.subjects.map((each) =>
    each.name === "round-robin" ? { name: each.name, kind: "baseline" as const } : each,
  );
  const report = buildBenchmarkReport(results, {
    ...{ ...meta, ...plan, subjects: kinds, primaryBaseline: "single-generator" },
  });
  const row = (name: string) =>
    renderScorecard(report, "markdown")
      .split("\n")
      .find((line) => line.includes(`| ${name} (baseline) |`) && line.includes("/72"))!
      .split("|")
      .map((cell) => cell.trim());
  const of = (name: string) => report.rankings.overall!.find(({ subject }) => subject === name)!;
  expect([of("round-robin").credible, row("round-robin")[6]]).toEqual([true, "yes"]);
  expect([of("single-generator").credible, row("single-generator")[6]]).toEqual([false, "—"]);
});

test("a sweep that the budget cut short, simulated and with a warning", async () => {
  const cut = buildBenchmarkReport(sweepResults().slice(0, 43), {
    ...{ ...meta, ...plan, budgetExceeded: true, simulated: true, maxCostUsd: 0.5 },
    warnings: ["The judge is the model it judges: it may prefer its own answers."],
  });
  await expect(renderScorecard(cut, "table")).toMatchFileSnapshot("snapshots/cut-short.table.txt");
  await expect(renderScorecard(cut, "markdown")).toMatchFileSnapshot("snapshots/cut-short.markdown.txt");
});

test("renders a report as plain aligned text", () => {
  const lines = renderScorecard(full, "table").split("\n");
  const header = lines.find((line) => line.startsWith("subject"))!;
  const row = lines.find((line) => line.startsWith("supervisor "))!;
  expect(row.slice(header.indexOf("tool-use"))).toMatch(/^\d\.\d{3}±\d\.\d{3} {2}\d\.\d{3}±\d\.\d{3}$/);
  expect(lines).toContain("overall ranking (Δ vs single-generator)");
  expect(lines.every((line) => line === line.trimEnd())).toBe(true);
});

test("the markdown format marks the baseline row", () => {
  const rows = renderScorecard(full, "markdown").split("\n");
  expect(rows.filter((row) => row.includes("| single-generator (baseline) |"))).toHaveLength(3);
  expect(rows).toContain("### Overall ranking (Δ vs single-generator)");
  expect(rows.some((row) => row.includes("supervisor (baseline)"))).toBe(false);
});

test("json is the pretty-printed report, and comes back as it went", () => {
  const text = renderScorecard(full, "json");
  expect(text.split("\n")[1]).toBe('  "model": "openai/gpt-5.4-mini",');
  expect(JSON.parse(text)).toEqual(full);
});

test("a report with no more than the fields of the spec is rendered", () => {
  const {
    model,
    runs,
    subjects,
    categories,
    stats,
    rankings,
    totalCostUsd,
    budgetExceeded,
    warnings,
    timing,
  } = full;
  const plain = stats.map(({ scored, codeScores, ...stat }) => stat);
  const spec = {
    model,
    runs,
    subjects,
    categories,
    stats: plain,
    rankings,
    totalCostUsd,
    budgetExceeded,
    warnings,
    timing,
  };
  const table = renderScorecard(spec as unknown as typeof full, "table");
  expect(table).toMatch(/^1 +supervisor +0\.692 +— +\+0\.133 +yes +— +71\/72 +\$0\.0132 +52$/m);
  expect(table).not.toMatch(/NaN|undefined/);
  expect(renderScorecard(spec as unknown as typeof full, "markdown")).toContain(
    "| single-generator (baseline) | 0.612±0.167 |",
  );
});

test("an unknown format is an error that names the known ones", () => {
  expect(() => renderScorecard(full, "html" as ScorecardFormat)).toThrow(
    'There is no scorecard format "html"; use table, markdown or json.',
  );
});

const bare: BuildBenchmarkReportMeta = {
  ...{ model: "m", runs: 1, startedAt: 0, totalMs: 0, budgetExceeded: false, warnings: [] },
};

test("costs that are unknown or 0 are shown as —, never as $0", () => {
  const free = buildBenchmarkReport([syntheticResult()], bare);
  const unknown = buildBenchmarkReport([syntheticResult({ unknownCalls: 3 })], bare);
  for (const report of [free, unknown]) {
    expect(renderScorecard(report, "table")).toMatch(/1\/1 +— +—$/m);
  }
  expect(renderScorecard(unknown, "table")).toContain("cost not known (3 calls without a price)");
  expect(renderScorecard(unknown, "table")).not.toContain("$0");
});

test("a score for a dollar that is small is not shown as none", () => {
  const dear = { costUsd: 25, subjectCostUsd: 25, judgeCostUsd: 0 };
  const results = [
    ...syntheticResults("little", [[0.1]], dear),
    ...syntheticResults("nothing", [[0]], dear),
    ...syntheticResults("more", [[1]], dear),
  ];
  const table = renderScorecard(buildBenchmarkReport(results, meta), "table");
  for (const [name, score] of [
    ["little", "0.004"],
    ["nothing", "0.00"],
    ["more", "0.04"],
  ])
    expect(table).toMatch(new RegExp(`${name} .*\\$25\\.0000 +${score}$`, "m"));
});

test("the simulated notice is in both texts and only when something was simulated", () => {
  const notice = "simulated model: this shows the tool, not the patterns";
  const simulated = buildBenchmarkReport([syntheticResult()], { ...bare, simulated: true });
  for (const format of ["table", "markdown"] as const) {
    expect(renderScorecard(simulated, format)).toContain(notice);
    expect(renderScorecard(full, format)).not.toContain(notice);
  }
});

const hostileNames = [
  "日本語の名前",
  "a|b\nc",
  "<b>x</b>",
  "\u001b[31mred\u001b[0m\u0007",
  "__proto__",
  "*_`[x](y)`_*",
  "",
];
const hostile = buildBenchmarkReport(
  hostileNames.flatMap((name, at) =>
    syntheticResults(name, [[at / 10]], { category: name, kind: at === 0 ? "baseline" : "pattern" }),
  ),
  { ...bare, model: "evil\u001b[2J\nmodel", name: "a <script> | name" },
);

test("wide names are aligned by what a terminal shows; control characters are gone", () => {
  const text = renderScorecard(hostile, "table");
  const lines = text.split("\n");
  expect(lines.filter((line) => /\p{Control}/u.test(line))).toEqual([]);
  const start = lines.findIndex((line) => line.startsWith("subject"));
  const ends = lines.slice(start, start + 8).map((line) => displayWidth(line.slice(0, line.search(/\S+$/))));
  expect(new Set(ends).size).toBe(1);
  expect(text).toContain("red");
});

test("pipes, line breaks and HTML in names do not break a markdown table", async () => {
  const text = renderScorecard(hostile, "markdown");
  expect(text).not.toMatch(/<b>|<script>/);
  const start = text.split("\n").filter((line) => line.startsWith("| "));
  const columns = (line: string) => line.split(/(?<!\\)\|/).length;
  expect(start.slice(0, 9).map(columns)).toEqual(Array(9).fill(11));
  await expect(text).toMatchFileSnapshot("snapshots/hostile.markdown.txt");
});

test.each([
  ["no cell at all", [], "No cell has a score"],
  ["all unscored", [syntheticResult({ outcome: "unscored" })], "Coverage 0 of 1 (1 unscored"],
  ["a single subject", [syntheticResult()], "Only pattern took part"],
  [
    "no baseline",
    [syntheticResult(), syntheticResult({ subject: "b" })],
    "There is no baseline to compare with",
  ],
  [
    "one task",
    [syntheticResult(), syntheticResult({ subject: "b", kind: "baseline" })],
    "Too few tasks to tell",
  ],
] as const)("a report with %s is rendered", (_, results, words) => {
  const report = buildBenchmarkReport(results, bare);
  for (const format of ["table", "markdown"] as const) {
    const text = renderScorecard(report, format);
    expect(text).toContain(words);
    expect(text).not.toMatch(/NaN|undefined|null|Infinity/);
  }
  expect(JSON.parse(renderScorecard(report, "json"))).toEqual(report);
});

test("subjects with the same mean share their rank, and one without a score has none", () => {
  const report = buildBenchmarkReport(
    [
      ...syntheticResults("best", [[0.9], [0.9]]),
      ...syntheticResults("one", [[0.6], [0.8]]),
      ...syntheticResults("other", [[0.8], [0.6]]),
      ...syntheticResults("last", [[0.1], [0.1]], { kind: "baseline" }),
      ...syntheticResults("silent", [[null], [null]]),
    ],
    { ...meta, runs: 1 },
  );
  const ranking = /overall ranking[\s\S]*?\n\n/.exec(renderScorecard(report, "table"))![0];
  const rows = ranking.trim().split("\n").slice(2);
  expect(rows.map((row) => row.split(/ +/).slice(0, 2).join(" "))).toEqual([
    ...["1 best", "2 one", "2 other", "4 last", "— silent"],
  ]);
});
