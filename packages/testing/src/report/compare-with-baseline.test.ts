import { expect, test } from "vitest";
import type { BenchmarkRunResult } from "./benchmark-run-result.ts";
import { buildBenchmarkReport } from "./build-benchmark-report.ts";
import type { BuildBenchmarkReportMeta } from "./build-benchmark-report-meta.ts";
import { syntheticResults } from "./synthetic-result.ts";

const meta: BuildBenchmarkReportMeta = {
  model: "m",
  runs: 3,
  startedAt: 0,
  totalMs: 0,
  budgetExceeded: false,
  warnings: [],
};
const baseline = { kind: "baseline" } as const;
const compare = (results: BenchmarkRunResult[], more: Partial<BuildBenchmarkReportMeta> = {}) =>
  buildBenchmarkReport(results, { ...meta, ...more });
const six = (value: number) => Number(value.toFixed(6));

/** Dataset D6 of STATISTICS B: six tasks × three runs, pass or fail. */
const a = [
  [1, 1, 1],
  [1, 1, 0],
  [1, 0, 1],
  [0, 1, 1],
  [1, 0, 0],
  [0, 0, 0],
];
const b = [
  [1, 1, 0],
  [1, 0, 0],
  [1, 0, 0],
  [0, 1, 0],
  [0, 0, 0],
  [0, 0, 1],
];
/** Differences D8 of STATISTICS B, on which the two tests disagree. */
const d8 = [0.2, 0.1, 0.3, -0.1, 0.25, 0.05, 0.15, 0];
const d8Results = [
  ...syntheticResults(
    "a",
    d8.map((d) => [0.5 + d]),
  ),
  ...syntheticResults(
    "b",
    d8.map(() => [0.5]),
    baseline,
  ),
];

test("oracle D6 of STATISTICS B.1, B.2 and B.5: paired, fixed suite, sign-flip, detectable effect, variance", () => {
  const report = compare([...syntheticResults("a", a), ...syntheticResults("b", b, baseline)]);
  const [comparison] = report.comparisons;
  const { paired, permutation, thisSuite } = comparison!;
  expect(six(comparison!.delta)).toBe(0.222222);
  expect([paired!.standardError, ...paired!.interval95, paired!.p].map(six)).toEqual([
    0.111111, -0.063398, 0.507842, 0.101939,
  ]);
  expect(paired).toMatchObject({ degreesOfFreedom: 5, adjustment: "none", pAdjusted: paired!.p });
  expect(permutation).toEqual({ p: 0.21875, pAdjusted: 0.21875, exact: true });
  expect([thisSuite!.standardError, ...thisSuite!.interval95].map(six)).toEqual([
    0.166667, -0.121761, 0.566205,
  ]);
  // The oracle's is by the normal law; the t test of six tasks takes 3.527 standard errors, where that has 2.802.
  expect(six(comparison!.detectable!)).toBe(0.391852);
  expect(six(comparison!.minimumDetectableEffect!)).toBe(0.311287);
  expect(comparison).toMatchObject({
    ...{ baseline: "b", candidate: "a", verdict: "inconclusive", credible: false, scope: "tasks-like-these" },
    ...{ tasks: 6, droppedTasks: [], runsPerTask: [3, 3], winsTiesLosses: [5, 0, 1], costRatio: null },
  });
  const [summary] = report.summaries;
  expect(summary!.variance).toMatchObject({ state: "estimated", tasks: 6, cells: 18 });
  const { varianceBetween, intraclassCorrelation } = summary!.variance as {
    varianceBetween: number;
    intraclassCorrelation: number;
  };
  expect([varianceBetween, intraclassCorrelation].map(six)).toEqual([0.044444, 0.166667]);
  expect(
    report.stats.filter(({ category }) => category === "overall").map(({ stddev }) => six(stddev)),
  ).toEqual([0.496904, 0.471405]);
});

test("oracle D8 of STATISTICS B.1 and B.5: the t test sees it, the sign-flip does not", () => {
  const [comparison] = compare(d8Results).comparisons;
  expect(six(comparison!.delta)).toBe(0.11875);
  expect(six(comparison!.paired!.p)).toBe(0.040008);
  expect(comparison!.permutation!.p).toBe(0.0625);
  expect(comparison!.verdict).toBe("better");
});

test("Holm over all candidates: what counts alone does not count as one of two", () => {
  const noise = syntheticResults(
    "noise",
    d8.map((d) => [0.5 + d * (d > 0.12 ? -1 : 1)]),
  );
  const report = compare([...d8Results, ...noise]);
  const [first, second] = report.comparisons;
  expect(first!.paired).toMatchObject({ adjustment: "holm" });
  expect(first!.paired!.pAdjusted).toBeCloseTo(2 * first!.paired!.p, 12);
  expect(second!.paired!.pAdjusted).toBeGreaterThanOrEqual(second!.paired!.p);
  expect(first!.verdict).toBe("inconclusive");
  // Two candidates share the 0.05: 3.8 standard errors, where one alone takes 3.2.
  expect(first!.detectable! / first!.paired!.standardError).toBeCloseTo(3.79654, 5);
  expect(first!.minimumDetectableEffect! / first!.paired!.standardError).toBeCloseTo(2.241403 + 0.841621, 5);
});

test("fewer than six tasks are too few, one task and none included", () => {
  const of = (tasks: number) =>
    compare([
      ...syntheticResults("a", Array(tasks).fill([1, 1])),
      ...syntheticResults("b", Array(tasks).fill([0, 0]), baseline),
    ]).comparisons[0];
  expect(of(5)!.verdict).toBe("too-few-tasks");
  expect(of(1)).toMatchObject({ verdict: "too-few-tasks", paired: null, tasks: 1, thisSuite: null });
  expect(of(6)!.verdict).toBe("better");
});

test("differences that do not vary are decided by the sign-flip alone", () => {
  const six = Array(6).fill([0.7]);
  const report = compare([
    ...syntheticResults("a", six),
    ...syntheticResults("b", Array(6).fill([0.5]), baseline),
  ]);
  expect(report.comparisons[0]).toMatchObject({
    verdict: "better",
    paired: null,
    permutation: { p: 0.03125, pAdjusted: 0.03125 },
    detectable: null,
    minimumDetectableEffect: null,
  });
  // As one of two, 2 × 0.03125 is above 0.05.
  const two = compare([
    ...syntheticResults("a", six),
    ...syntheticResults("c", six),
    ...syntheticResults("b", Array(6).fill([0.5]), baseline),
  ]);
  expect(two.comparisons.map(({ verdict, permutation }) => [verdict, permutation!.pAdjusted])).toEqual([
    ["inconclusive", 0.0625],
    ["inconclusive", 0.0625],
  ]);
});

test("worse, equivalent within the margin, and not equivalent within a smaller one", () => {
  const near = d8.map((d) => [0.5 + d / 10 - 0.01]);
  const results = [
    ...syntheticResults("near", near),
    ...syntheticResults(
      "low",
      d8.map((d, at) => [0.2 + d / 10 + at / 100]),
    ),
    ...syntheticResults(
      "b",
      d8.map(() => [0.5]),
      baseline,
    ),
  ];
  const verdicts = (margin?: number) =>
    compare(results, margin === undefined ? {} : { margin }).comparisons.map(({ verdict }) => verdict);
  expect(verdicts()).toEqual(["equivalent", "worse"]);
  expect(verdicts(0.005)).toEqual(["inconclusive", "worse"]);
});

test("of tasks that pass or fail a few that are lost are not shown to be no loss, also where runs flicker", () => {
  const verdictOf = (scores: number[][]) =>
    compare([
      ...syntheticResults("a", scores),
      ...syntheticResults(
        "b",
        scores.map((runs) => runs.map(() => 1)),
        baseline,
      ),
    ]).comparisons[0]!.verdict;
  const lost = (count: number, tasks: number) =>
    Array.from({ length: tasks }, (_, at) => [at < count ? 0 : 1]);
  // When 5 % of tasks are lost, one of 60 and none are so in 19 of 100 benchmarks, of 93 in 5.
  expect([verdictOf(lost(1, 60)), verdictOf(lost(1, 93))]).toEqual(["inconclusive", "equivalent"]);
  const flicker = [[1, 1, 0], ...Array(44).fill([1, 1, 1])];
  expect(verdictOf(flicker)).toBe("inconclusive");
  expect(verdictOf([[1, 1, 0.9], ...flicker.slice(1)])).toBe("equivalent");
});

test("tasks that one side has no score for are left out and named", () => {
  const report = compare([
    ...syntheticResults("a", [
      [1, 1],
      [null, null],
      [1, null],
    ]),
    ...syntheticResults(
      "b",
      [
        [0, 0],
        [1, 1],
        [0, 0],
      ],
      baseline,
    ),
  ]);
  expect(report.comparisons[0]).toMatchObject({
    tasks: 2,
    droppedTasks: ["t1"],
    runsPerTask: [1, 2],
    delta: 1,
  });
});

test("the fewest and the most runs of a task are those of the tasks that both sides have, of one and of none", () => {
  const runsPerTask = (scores: (number | null)[][]) =>
    compare([
      ...syntheticResults("a", scores),
      ...syntheticResults(
        "b",
        scores.map(() => [0, 0, 0]),
        baseline,
      ),
    ]).comparisons[0]!.runsPerTask;
  expect(runsPerTask([[1, 1]])).toEqual([2, 3]);
  expect(runsPerTask([[null]])).toEqual([0, 0]);
});

test("the cost ratio is that of the subjects: no judge, no unknown cost, no cost of 0", () => {
  const twenty = Array.from({ length: 20 }, (_, at) => [at % 2, 1]);
  const ratio = (of: Partial<BenchmarkRunResult>, other: Partial<BenchmarkRunResult>) =>
    compare([
      ...syntheticResults("a", twenty, of),
      ...syntheticResults("b", twenty, { ...baseline, ...other }),
    ]).comparisons[0]!.costRatio;
  const dear = { costUsd: 1.4, subjectCostUsd: 0.4, judgeCostUsd: 1 };
  const cheap = { costUsd: 1.1, subjectCostUsd: 0.1, judgeCostUsd: 1 };
  expect(ratio(dear, cheap)!.value).toBeCloseTo(4, 12);
  expect(ratio(dear, cheap)!.interval95!.map((end) => end.toFixed(6))).toEqual(["4.000000", "4.000000"]);
  expect(ratio({ costUsd: 1.4, judgeCostUsd: 1 }, { costUsd: 0.1 })!.value).toBeCloseTo(4, 12);
  expect(ratio({ ...dear, unknownCalls: 1 }, cheap)).toBeNull();
  expect(ratio(dear, { ...cheap, unknownCalls: 1 })).toBeNull();
  expect(ratio(dear, { costUsd: 0 })).toBeNull();
  expect(ratio({ costUsd: 0 }, cheap)).toBeNull();
  expect(ratio({ costUsd: Number.NaN }, cheap)).toBeNull();
});

test("a verdict that hangs on missing cells is fragile, one that does not is not", () => {
  const clear = Array.from({ length: 12 }, (_, at) => [0.9 + at / 1000, 0.9]);
  const thin = Array.from({ length: 12 }, (_, at) => [0.56 + at / 1000, at < 2 ? null : 0.56]);
  const report = compare([
    ...syntheticResults(
      "clear",
      clear.map(([first, second], at) => [first!, at === 0 ? null : second!]),
    ),
    ...syntheticResults("thin", thin),
    ...syntheticResults(
      "b",
      clear.map(() => [0.5, 0.5]),
      baseline,
    ),
  ]);
  expect(report.comparisons.map(({ verdict }) => verdict)).toEqual(["better", "better"]);
  expect(report.coverage.fragile).toEqual(["thin"]);
  expect(report.coverage.missing).toEqual({ unscored: 3 });
});

test("missing cells of the baseline make a verdict fragile as well", () => {
  const report = compare([
    ...syntheticResults(
      "a",
      Array.from({ length: 8 }, (_, at) => [0.6 + at / 1000]),
    ),
    ...syntheticResults("b", [...Array(7).fill([0.5]), [null]], baseline),
  ]);
  expect(report.comparisons[0]!.verdict).toBe("better");
  expect(report.coverage.fragile).toEqual(["a"]);
});

test("what is missing counts as 0 and as 1, and no more: a verdict that holds for both is not fragile", () => {
  const scores = Array.from({ length: 8 }, (_, at) => [at === 7 ? null : 0.2 + at / 1000]);
  const report = compare([
    ...syntheticResults("a", scores),
    ...syntheticResults("b", new Array(8).fill([0]), baseline),
  ]);
  expect(report.comparisons[0]!.verdict).toBe("better");
  expect(report.coverage.missing).toEqual({ unscored: 1 });
  expect(report.coverage.fragile).toEqual([]);
});

test("what is drawn for a candidate does not hang on who else is compared", () => {
  const scores = (step: number) => Array.from({ length: 50 }, (_, task) => [((task * step) % 7) / 7]);
  const cost = (results: BenchmarkRunResult[], step: number) =>
    results.map((result, task) => ({ ...result, costUsd: 1 + ((task * step) % 5) }));
  const base = cost(syntheticResults("base", scores(3), baseline), 2);
  const tied = scores(3).map(([score]) => [score! + 0.1]);
  const candidates = [
    cost(syntheticResults("one", scores(2)), 3),
    cost(syntheticResults("short", scores(5).slice(0, 40)), 3),
    cost(syntheticResults("tied", tied), 4),
    cost(syntheticResults("two", scores(4)), 1),
  ];
  const together = compare([...base, ...candidates.flat()]).comparisons;
  const alone = candidates.map((results) => compare([...base, ...results]).comparisons[0]!);
  expect(together.map(({ costRatio }) => costRatio)).toEqual(alone.map(({ costRatio }) => costRatio));
  expect(together.map(({ permutation }) => permutation!.p)).toEqual(
    alone.map(({ permutation }) => permutation!.p),
  );
  expect(alone.map(({ permutation }) => permutation!.exact)).toEqual([false, false, false, false]);
  expect(together[2]!.paired).toBeNull();
});
