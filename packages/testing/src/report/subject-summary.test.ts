import { mulberry32 } from "@flow-state-dev/stats";
import { expect, test } from "vitest";
import type { BenchmarkRunResult } from "./benchmark-run-result.ts";
import { buildBenchmarkReport } from "./build-benchmark-report.ts";
import { syntheticResult, syntheticResults } from "./synthetic-result.ts";

const summaries = (results: BenchmarkRunResult[], runs = 1) =>
  buildBenchmarkReport(results, {
    ...{ model: "m", runs, startedAt: 0, totalMs: 0, budgetExceeded: false, warnings: [] },
  }).summaries;

test("oracle of STATISTICS B.3: 17 of 20 tasks run once, pass or fail, have Wilson's interval", () => {
  const once = Array.from({ length: 20 }, (_, at) => [at < 17 ? 1 : 0]);
  const [summary] = summaries(syntheticResults("a", once));
  expect(summary!.interval!.map((end) => Number(end.toFixed(6)))).toEqual([0.639581, 0.947631]);
  const all = summaries(syntheticResults("a", Array(20).fill([1, 1, 1])), 3);
  expect(Number(all[0]!.interval![0].toFixed(6))).toBe(0.838875);
});

test("with graded scores the interval is Student's over tasks, within 0 to 1; none below two tasks", () => {
  // Mean 0.8, standard error 0.1, t with one degree of freedom 12.706205: the interval is cut at both ends.
  expect(summaries(syntheticResults("a", [[0.9], [0.7]]))[0]!.interval).toEqual([0, 1]);
  expect(summaries(syntheticResults("a", [[0.9, 0.8]]), 2)[0]!.interval).toBeNull();
  expect(summaries(syntheticResults("a", [[0.9], [0.9]]))[0]!.interval).toBeNull();
  const [low, high] = summaries(syntheticResults("a", [[0.5], [0.52], [0.54]]))[0]!.interval!;
  expect([low, high].map((end) => Number(end.toFixed(6)))).toEqual([0.470317, 0.569683]);
});

test("pass^k is the chance that all runs of a task pass, over tasks with as many runs", () => {
  const rows = [
    [1, 1, 1],
    [1, 1, 0],
    [1, null, 1],
  ];
  expect(summaries(syntheticResults("a", rows), 3)[0]!.passHatK).toEqual({
    k: 3,
    value: 0.5,
    tasks: 2,
    tooFewRuns: ["t2"],
  });
  expect(summaries(syntheticResults("a", [[1]]), 3)[0]!.passHatK).toBeNull();
  expect(summaries(syntheticResults("a", [[1]]), 0)[0]!.passHatK).toBeNull();
});

test("variance parts need two tasks and two runs", () => {
  expect(summaries(syntheticResults("a", [[1], [0]]))[0]!.variance).toBeNull();
  expect(summaries(syntheticResults("a", [[1, 0]]), 2)[0]!.variance).toBeNull();
  expect(
    summaries(
      syntheticResults("a", [
        [1, 0],
        [1, 1],
      ]),
      2,
    )[0]!.variance,
  ).toMatchObject({ state: "estimated" });
});

test("latency leaves out what was measured while starved and what broke at once", () => {
  const cells = [
    ...[100, 200, 300].map((latencyMs, run) => syntheticResult({ run, latencyMs })),
    syntheticResult({ run: 3, latencyMs: 9000, suspect: true }),
    syntheticResult({ run: 4, latencyMs: 1, errored: true }),
    syntheticResult({ run: 5, latencyMs: 2, outcome: "infrastructure" }),
  ];
  expect(summaries(cells)[0]!.latencyMs).toEqual({ median: 200, p95: 290 });
  expect(summaries([syntheticResult({ errored: true })])[0]!.latencyMs).toBeNull();
});

test("money of subject and judge apart, tokens added, cost a task without the judge", () => {
  const usage = {
    inputTokens: 10,
    outputTokens: 5,
    cacheReadTokens: 1,
    cacheWriteTokens: 2,
    reasoningTokens: 3,
  };
  const cells = [0, 1].map((run) =>
    syntheticResult({ run, score: 0.5, costUsd: 0.3, subjectCostUsd: 0.1, judgeCostUsd: 0.2, usage }),
  );
  expect(summaries(cells)[0]).toMatchObject({
    subjectCostUsd: 0.2,
    judgeCostUsd: 0.4,
    costPerTaskUsd: 0.1,
    scorePerUsd: 5,
    tokens: {
      inputTokens: 20,
      outputTokens: 10,
      cacheReadTokens: 2,
      cacheWriteTokens: 4,
      reasoningTokens: 6,
    },
  });
});

test("an unknown cost is not 0, and a cost of 0 has no score for a dollar", () => {
  const unknown = summaries([syntheticResult({ costUsd: 0.1, unknownCalls: 2 })])[0];
  expect(unknown).toMatchObject({
    unknownCalls: 2,
    costPerTaskUsd: null,
    scorePerUsd: null,
    subjectCostUsd: 0.1,
  });
  expect(summaries([syntheticResult()])[0]).toMatchObject({
    costPerTaskUsd: 0,
    scorePerUsd: null,
    pareto: null,
  });
});

const front = (cells: BenchmarkRunResult[]) =>
  Object.fromEntries(summaries(cells).map(({ subject, pareto }) => [subject, pareto]));
const dominated = (cells: BenchmarkRunResult[]) =>
  Object.fromEntries(summaries(cells).map((summary) => [summary.subject, summary.dominated]));

test("oracle of STATISTICS: the Pareto front of six subjects", () => {
  const points = { a: [1, 0.5], b: [2, 0.6], c: [3, 0.58], d: [5, 0.75], e: [5, 0.7], f: [9, 0.75] };
  const cellsOf = (tasks: number) =>
    Object.entries(points).flatMap(([subject, [costUsd, score]]) =>
      syntheticResults(subject, Array(tasks).fill([score!]), { costUsd: costUsd! }),
    );
  const onFront = { a: true, b: true, c: false, d: true, e: false, f: false };
  for (const tasks of [1, 5, 8]) expect(front(cellsOf(tasks))).toEqual(onFront);
  const sure = { a: false, b: false, c: true, d: false, e: true, f: true };
  expect(dominated(cellsOf(8))).toEqual(sure);
  // Below six tasks nothing is sure.
  expect(dominated(cellsOf(5))).toEqual({ ...sure, c: null, e: null, f: null });
  const unknown = syntheticResults("g", Array(8).fill([0.9]), { costUsd: 1, unknownCalls: 1 });
  const dark = [...cellsOf(8), ...unknown];
  expect(front(dark)).toEqual({ ...onFront, a: null, b: null, d: null, g: null });
  expect(dominated(dark)).toEqual({ ...sure, a: null, b: null, d: null, g: null });
});

const wave = (height: number, lead: number) =>
  Array.from({ length: 24 }, (_, at) => [0.5 + (at % 2 ? height : -height) + lead]);
const cheap = syntheticResults("cheap", wave(0, 0), { costUsd: 1 });

test("a subject is dominated when another surely scores more, or scored the same on every task, for less", () => {
  const beside = (scores: number[][], costUsd = 3) =>
    dominated([...cheap, ...syntheticResults("dear", scores, { costUsd })]).dear;
  // Behind by 0.02, with a standard error of 0.002 and of 0.02.
  expect([beside(wave(0.01, -0.02)), beside(wave(0.1, -0.02))]).toEqual([true, null]);
  expect(beside(wave(0, 0))).toBe(true);
  expect([beside(wave(0.01, -0.02), 1), beside(wave(0, 0), 1)]).toEqual([true, false]);
  const unsteady = syntheticResults("dear", wave(0.01, -0.02)).map((result, at) => ({
    ...result,
    costUsd: at % 2 ? 0.1 : 2,
  }));
  expect(dominated([...cheap, ...unsteady]).dear).toBeNull();
});

test("of several subjects that are all as good hardly one is called dominated", () => {
  const random = mulberry32(4);
  const of = (subject: number) =>
    syntheticResults(
      `s${subject}`,
      Array.from({ length: 12 }, () => [random()]),
      { costUsd: 1 + subject },
    );
  const marks = Array.from({ length: 200 }, () => dominated([0, 1, 2, 3, 4, 5].flatMap(of)).s5);
  expect(marks.filter((mark) => mark !== false).length).toBeGreaterThan(140);
  expect(marks.filter((mark) => mark === true).length).toBeLessThan(14);
});

test("who is dominated is asked of the tasks that both have", () => {
  const scores = (lost: number) => Array.from({ length: 8 }, (_, at) => [at < lost ? null : 0.5]);
  const cells = (lost: number) => [
    ...syntheticResults("cheap", scores(lost), { costUsd: 1 }),
    ...syntheticResults("dear", scores(0), { costUsd: 3 }),
  ];
  expect(dominated(cells(2))).toEqual({ cheap: false, dear: true });
  expect(dominated(cells(3))).toEqual({ cheap: false, dear: null });
});

test("a subject without any score has no mean and does not stand in the way of others", () => {
  const list = summaries([
    syntheticResult({ subject: "a", costUsd: 1 }),
    syntheticResult({ subject: "b", costUsd: 2, outcome: "unscored" }),
  ]);
  expect(list.map(({ mean, pareto }) => [mean, pareto])).toEqual([
    [1, true],
    [null, null],
  ]);
});
