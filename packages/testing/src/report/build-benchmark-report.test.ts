import { expect, test } from "vitest";
import { buildBenchmarkReport } from "./build-benchmark-report.ts";
import type { BuildBenchmarkReportMeta } from "./build-benchmark-report-meta.ts";
import { syntheticResult, syntheticResults } from "./synthetic-result.ts";

/** What upstream's engine gives, and no more. */
const meta: BuildBenchmarkReportMeta = {
  model: "openai/some",
  runs: 2,
  startedAt: 0,
  budgetExceeded: false,
  warnings: [],
};

const baseline = { kind: "baseline" } as const;

/** Two subjects on two categories, two runs each. */
const results = [
  ...syntheticResults("supervisor", [[0.9, 0.7]], { category: "reasoning", costUsd: 0.02, latencyMs: 100 }),
  ...syntheticResults("supervisor", [[0.6, 0.4]], { category: "tool-use", costUsd: 0.02, latencyMs: 300 }),
  ...syntheticResults("single-generator", [[0.5, 0.5]], {
    ...baseline,
    category: "reasoning",
    costUsd: 0.01,
  }),
  ...syntheticResults("single-generator", [[0.2, 0.2]], { ...baseline, category: "tool-use", costUsd: 0.01 }),
];

const statOf = (report: ReturnType<typeof buildBenchmarkReport>, subject: string, category: string) =>
  report.stats.find((stat) => stat.subject === subject && stat.category === category);

test("rankings is keyed by category (and overall), each value a list of subjects sorted by mean descending", () => {
  const { rankings } = buildBenchmarkReport(results, meta);
  expect(Object.keys(rankings)).toEqual(["reasoning", "tool-use", "overall"]);
  expect(rankings.overall).toEqual([
    { subject: "supervisor", mean: 0.65, deltaVsBaseline: 0.3, credible: true },
    { subject: "single-generator", mean: 0.35, deltaVsBaseline: 0, credible: false },
  ]);
  expect(rankings["tool-use"]!.map(({ subject, mean }) => [subject, mean])).toEqual([
    ["supervisor", 0.5],
    ["single-generator", 0.2],
  ]);
});

test("subjects with the same mean stay in the order of the configuration", () => {
  const tied = ["c", "a", "b"].flatMap((subject) => syntheticResults(subject, [[0.5]]));
  const { rankings } = buildBenchmarkReport(tied, meta);
  expect(rankings.overall!.map(({ subject }) => subject)).toEqual(["c", "a", "b"]);
});

test("deltaVsBaseline: mean minus the baseline subject's mean (0 when no baseline)", () => {
  const alone = buildBenchmarkReport(
    results.filter(({ kind }) => kind === "pattern"),
    meta,
  );
  expect(alone.rankings.overall![0]).toMatchObject({ deltaVsBaseline: 0, credible: false });
  expect(alone.primaryBaseline).toBeUndefined();
  expect(alone.comparisons).toEqual([]);
});

test("a category in which the baseline has no cell has no delta", () => {
  const uneven = results.filter(({ kind, category }) => kind === "pattern" || category === "reasoning");
  const { rankings } = buildBenchmarkReport(uneven, meta);
  expect(rankings["tool-use"]).toEqual([
    { subject: "supervisor", mean: 0.5, deltaVsBaseline: 0, credible: false },
  ]);
  expect(rankings.reasoning![0]!.deltaVsBaseline).toBe(0.3);
});

test("credible: delta clears 2x the standard error of the difference of means (needs >=2 runs)", () => {
  const credible = (a: number[], b: number[]) =>
    buildBenchmarkReport(
      [...syntheticResults("a", [a]), ...syntheticResults("b", [b], baseline)],
      meta,
    ).rankings.overall!.find(({ subject }) => subject === "a")!.credible;
  // Deviations of 0.1 each and two runs: the standard error is 0.1, so 0.2 is the limit.
  expect(credible([0.81, 0.61], [0.6, 0.4])).toBe(true);
  expect(credible([0.8, 0.6], [0.6, 0.4])).toBe(false);
  expect(credible([0.2, 0.4], [0.61, 0.81])).toBe(true);
  expect(credible([0.9], [0.1, 0.1])).toBe(false);
  expect(credible([0.9, 0.9], [0.1])).toBe(false);
  expect(credible([0.9, 0.9], [0.1, 0.1])).toBe(true);
});

test("stats carries per (subject × category) and per (subject × overall) aggregates", () => {
  const report = buildBenchmarkReport(results, meta);
  expect(report.stats.map(({ subject, category }) => `${subject} ${category}`)).toEqual([
    "supervisor reasoning",
    "supervisor tool-use",
    "supervisor overall",
    "single-generator reasoning",
    "single-generator tool-use",
    "single-generator overall",
  ]);
  expect(statOf(report, "supervisor", "reasoning")).toEqual({
    subject: "supervisor",
    category: "reasoning",
    mean: 0.8,
    stddev: 0.1, // population standard deviation
    passRate: 1,
    runs: 2,
    successfulRuns: 2,
    scored: 2,
    costUsd: 0.04,
    costPerTaskUsd: 0.02,
    meanLatencyMs: 100,
    codeScores: {},
  });
  expect(statOf(report, "supervisor", "overall")).toMatchObject({ mean: 0.65, passRate: 0.75, runs: 4 });
  expect(report.totalCostUsd).toBe(0.12);
});

test("every figure that is published has twelve digits at most, and a small p stays one", () => {
  const thirds = Array.from({ length: 13 }, (_, task) => [task / 13, 1 / 3, (task % 3) / 7]);
  const better = thirds.map((runs) => runs.map((score) => score / 2 + 0.5));
  const costs = { costUsd: 0.1 / 3, judgeCostUsd: 0.01 / 7, latencyMs: 100 / 3 };
  const report = buildBenchmarkReport(
    [
      ...syntheticResults("single-generator", thirds, { ...costs, kind: "baseline" }),
      ...syntheticResults("supervisor", better, { ...costs, costUsd: 0.1 }),
    ],
    { ...meta, runs: 3 },
  );
  const { results: _results, ...published } = report;
  const long = JSON.stringify(published).match(/[1-9]\d*\.\d{13,}|0\.0*[1-9]\d{12,}/g);
  expect(long).toBeNull();
  const p = report.comparisons[0]!.paired!.p;
  expect(p).toBeGreaterThan(0);
});

test("overall is pooled over all cells, while the summary gives each task the same weight", () => {
  const uneven = syntheticResults("a", [[1, 1, 1], [0]]);
  const report = buildBenchmarkReport(uneven, meta);
  expect(statOf(report, "a", "overall")!.mean).toBe(0.75);
  expect(report.summaries[0]!.mean).toBe(0.5);
});

test("errored, timed-out and over-budget cells are scores of 0, whatever they say", () => {
  const outcomes = ["errored", "timed-out", "over-budget"] as const;
  const report = buildBenchmarkReport(
    [
      syntheticResult({ run: 0, score: 1 }),
      ...outcomes.map((outcome, at) => syntheticResult({ run: at + 1, score: 1, passed: true, outcome })),
      syntheticResult({ run: 4, score: 1, passed: true, errored: true }),
    ],
    { ...meta, runs: 5 },
  );
  expect(report.stats[0]).toMatchObject({ mean: 0.2, passRate: 0.2, runs: 5, successfulRuns: 1, scored: 5 });
  expect(report.coverage).toMatchObject({ planned: 5, scored: 5, missing: {} });
  expect(report.summaries[0]!.outcomes).toMatchObject({
    passed: 1,
    errored: 2,
    "timed-out": 1,
    "over-budget": 1,
  });
});

test("unscored, infrastructure and cancelled cells are no scores: they lower coverage", () => {
  const outcomes = ["unscored", "infrastructure", "cancelled"] as const;
  const report = buildBenchmarkReport(
    [
      syntheticResult({ run: 0, score: 0.8 }),
      ...outcomes.map((outcome, at) => syntheticResult({ run: at + 1, score: 0, outcome })),
      syntheticResult({ run: 4, score: Number.NaN }),
    ],
    { ...meta, runs: 5 },
  );
  expect(report.stats[0]).toMatchObject({
    mean: 0.8,
    stddev: 0,
    passRate: 1,
    runs: 5,
    successfulRuns: 1,
    scored: 1,
  });
  expect(report.coverage).toMatchObject({
    planned: 5,
    scored: 1,
    missing: { unscored: 2, infrastructure: 1, cancelled: 1 },
    bounds: { pattern: [0.16, 0.96] },
  });
});

test("runs: cells scheduled; successfulRuns: cells that completed without error", () => {
  const report = buildBenchmarkReport(
    [syntheticResult({ taskId: "a", run: 0 }), syntheticResult({ taskId: "a", run: 1, errored: true })],
    {
      ...meta,
      runs: 3,
      subjects: [
        { name: "pattern", kind: "pattern" },
        { name: "late", kind: "baseline" },
      ],
      tasks: [
        { id: "a", category: "reasoning" },
        { id: "b", category: "tool-use" },
      ],
      aborted: true,
    },
  );
  expect(report.subjects).toEqual(["pattern", "late"]);
  expect(report.categories).toEqual(["reasoning", "tool-use"]);
  expect(statOf(report, "pattern", "reasoning")).toMatchObject({ runs: 3, successfulRuns: 1, scored: 2 });
  expect(statOf(report, "late", "tool-use")).toMatchObject({
    runs: 3,
    successfulRuns: 0,
    scored: 0,
    mean: 0,
  });
  expect(report.coverage).toMatchObject({ planned: 12, scored: 2, missing: { untried: 10 } });
  expect(report.rankings.overall!.map(({ subject }) => subject)).toEqual(["pattern", "late"]);
  expect(report.aborted).toBe(true);
  expect(report.tasks).toBe(2);
});

test("subjects, categories and results are in the order of the configuration, not of completion", () => {
  const report = buildBenchmarkReport([...results].reverse(), {
    ...meta,
    subjects: [
      { name: "supervisor", kind: "pattern" },
      { name: "single-generator", kind: "baseline" },
    ],
    tasks: [
      { id: "t0", category: "reasoning" },
      { id: "t0", category: "tool-use" },
    ],
  });
  expect(report.subjects).toEqual(["supervisor", "single-generator"]);
  expect(report.categories).toEqual(["reasoning", "tool-use"]);
  expect(
    report.results.slice(0, 4).map(({ subject, category, run }) => `${run} ${category} ${subject}`),
  ).toEqual([
    "0 reasoning single-generator",
    "0 reasoning supervisor",
    "0 tool-use single-generator",
    "0 tool-use supervisor",
  ]);
  expect(report.results).toHaveLength(8);
});

test("the primary baseline is the one that is named, else the first there is", () => {
  const two = ["first", "second"].flatMap((subject) => syntheticResults(subject, [[0.5]], baseline));
  expect(buildBenchmarkReport(two, meta).primaryBaseline).toBe("first");
  const named = buildBenchmarkReport(two, { ...meta, primaryBaseline: "second" });
  expect(named.primaryBaseline).toBe("second");
  expect(named.baselineSubjects).toEqual(["first", "second"]);
  expect(named.comparisons.map(({ candidate }) => candidate)).toEqual(["first"]);
  const missing = buildBenchmarkReport(two, { ...meta, primaryBaseline: "third" });
  expect(missing.primaryBaseline).toBeUndefined();
  expect(missing.rankings.overall!.every(({ deltaVsBaseline }) => deltaVsBaseline === 0)).toBe(true);
});

test("codeScores are means over the cells that a scorer scored", () => {
  const report = buildBenchmarkReport(
    [
      syntheticResult({ run: 0, codeScores: { exact: 1, length: 0.5 } }),
      syntheticResult({ run: 1, codeScores: { exact: 0 } }),
      syntheticResult({ run: 2 }),
    ],
    meta,
  );
  expect(report.stats[0]!.codeScores).toEqual({ exact: 0.5, length: 0.5 });
});

test("results that share subject, task and run all count, and the report says how many", () => {
  const report = buildBenchmarkReport(
    [syntheticResult({ score: 0.9 }), syntheticResult({ score: 0.7 })],
    meta,
  );
  expect(report.stats[0]).toMatchObject({ mean: 0.8, runs: 2 });
  expect(report.coverage.repeated).toBe(1);
});

test("no cell at all makes an empty report", () => {
  const report = buildBenchmarkReport([], meta);
  expect(report).toMatchObject({
    subjects: [],
    categories: [],
    stats: [],
    rankings: { overall: [] },
    tasks: 0,
  });
  expect(report.coverage).toMatchObject({ planned: 0, scored: 0, fragile: [] });
});

test("what the meta says is in the report, and the time is measured when it is not given", () => {
  const full = {
    judgeModel: "judge",
    runId: "91c0",
    name: "mine",
    totalMs: 5,
    maxCostUsd: 2,
    outsideCostUsd: 0.5,
  };
  expect(
    buildBenchmarkReport([], { ...meta, ...full, budgetExceeded: true, warnings: ["careful"] }),
  ).toMatchObject({
    model: "openai/some",
    judgeModel: "judge",
    runId: "91c0",
    name: "mine",
    timing: { totalMs: 5 },
    maxCostUsd: 2,
    totalCostUsd: 0.5,
    budgetExceeded: true,
    warnings: ["careful"],
    simulated: false,
    aborted: false,
  });
  const { timing } = buildBenchmarkReport([], { ...meta, startedAt: Date.now() - 60_000 });
  expect(timing.totalMs).toBeGreaterThanOrEqual(60_000);
  expect(timing.totalMs).toBeLessThan(120_000);
});

test("names that mean something to JavaScript or to the report are names like any other", () => {
  const names = ["__proto__", "constructor", "toString", "overall"];
  const hostile = names.flatMap((subject) =>
    names.flatMap((category) =>
      syntheticResults(subject, [[0.5]], { category, codeScores: { ["__proto__"]: 1 } }),
    ),
  );
  const report = buildBenchmarkReport(hostile, { ...meta, primaryBaseline: "__proto__" });
  expect(report.subjects).toEqual(names);
  expect(report.categories).toEqual(["__proto__", "constructor", "toString", "overall (category)"]);
  expect(Object.keys(report.rankings)).toEqual([...report.categories, "overall"]);
  for (const ranking of Object.values(report.rankings)) {
    expect(ranking.map(({ subject }) => subject)).toEqual(names);
  }
  expect(Object.keys(report.coverage.bounds)).toEqual(names);
  expect(statOf(report, "constructor", "overall")!.runs).toBe(4);
  expect(report.comparisons).toHaveLength(3);
  expect(Object.entries(report.stats[0]!.codeScores)).toEqual([["__proto__", 1]]);
  expect(JSON.parse(JSON.stringify(report))).toEqual(report);
});

test("who has no score comes last, behind a real 0, in the order of the configuration", () => {
  const cells = [
    ...syntheticResults("silent", [[null]]),
    ...syntheticResults("zero", [[0]]),
    ...syntheticResults("mute", [[null]]),
    ...syntheticResults("good", [[0.5]]),
  ];
  const { rankings } = buildBenchmarkReport(cells, meta);
  for (const ranking of [rankings.overall!, rankings.reasoning!])
    expect(ranking.map(({ subject }) => subject)).toEqual(["good", "zero", "silent", "mute"]);
});
