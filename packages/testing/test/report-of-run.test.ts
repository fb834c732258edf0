// A run that is kept says later what it said at its end.
import { createSqliteStore, findRun } from "@flow-state-dev/records";
import { expect, test } from "vitest";
import {
  custom,
  type RunBenchmarkConfig,
  readShownFacts,
  reportOfRun,
  reportSentences,
  runBenchmark,
} from "../src/index.ts";
import { answering, subject, tasksOf, verdicts } from "./support/plain-models.ts";

const config = (): RunBenchmarkConfig => ({
  subjects: [subject("better"), subject("solo", "baseline"), subject("other", "baseline")],
  tasks: tasksOf("a", "b", "a", "b", "a", "b", "a", "b"),
  ...{
    model: "openai/gpt-5.4-mini",
    judgeModel: "anthropic/claude-haiku-4-5",
    runs: 2,
    margin: 0.1,
    maxCostUsd: 9,
  },
  modelResolver: answering(({ user, system }) => `${system} ${user}`),
  judgeResolver: answering(verdicts(({ user }) => user.includes("better") || /number [1-4]/.test(user))),
});

test("the report of a stored run has the numbers, verdicts and sentences it had at its end", async () => {
  const store = createSqliteStore(":memory:");
  const first = await runBenchmark({ ...config(), store });
  const run = await findRun(store, "last");
  const later = await reportOfRun(store, run);
  const parts = [
    "subjects",
    "categories",
    "rankings",
    "comparisons",
    "coverage",
    "baselineSubjects",
    "primaryBaseline",
  ] as const;
  for (const part of [...parts, "totalCostUsd", "costs", "maxCostUsd", "name", "tasks"] as const)
    expect(later[part], part).toEqual(first[part]);
  expect(later.comparisons[0]!.margin).toBe(0.1);
  const about = ["verdict", "money"];
  const said = (report: typeof first) => reportSentences(report).filter((each) => about.includes(each.about));
  expect(said(later)).toEqual(said(first));
  expect(said(later).length).toBeGreaterThan(1);
  await store.close();
});

test("a report that does not hold what was written says all else, in the order of the plan, also of cells of before", async () => {
  const store = createSqliteStore(":memory:");
  const scorers = [custom("long", ({ output }) => (String(output).length > 30 ? 1 : 0))];
  const halfway = new AbortController();
  let ended = 0;
  const first = { ...config(), scorers, store, drain: halfway.signal };
  const onEvent = ({ type }: { type: string }) => {
    if (type === "finished" && ++ended === 12) halfway.abort();
  };
  const part = await runBenchmark({ ...first, onEvent });
  expect(part.aborted).toBe(true);
  const whole = await runBenchmark({ ...config(), scorers, store, resume: true });
  const slim = await runBenchmark({ ...config(), scorers, store, resume: true, outputs: false });
  expect(whole.results[0]).toMatchObject({ output: expect.any(String), findings: expect.any(Array) });
  const written = ["output", "findings", "judgeScores"];
  const without = whole.results.map((result) =>
    Object.fromEntries(Object.entries(result).filter(([name]) => !written.includes(name))),
  );
  expect(slim).toEqual({ ...whole, results: without });
  await store.close();
});

test("tasks in families are weighed as they were, also where the run is told again", async () => {
  const store = createSqliteStore(":memory:");
  const inTwos = {
    ...config(),
    tasks: config().tasks.map((task, at) => ({ ...task, family: `f${at >> 1}` })),
  };
  const first = await runBenchmark({ ...inTwos, store });
  const later = await reportOfRun(store, await findRun(store, "last"));
  expect(first).toMatchObject({ tasks: 8, families: 4 });
  expect(first.comparisons[0]).toMatchObject({ tasks: 8, families: 4, verdict: "too-few-tasks" });
  expect(later.families).toBe(4);
  expect(later.comparisons).toEqual(first.comparisons);
  expect(later.summaries.map(({ interval }) => interval)).toEqual(
    first.summaries.map(({ interval }) => interval),
  );
  expect(later.results.map(({ family }) => family)).toEqual(first.results.map(({ family }) => family));
  await store.close();
});

test("what was told of the judge, what it warned of and how long it took are told again", async () => {
  const store = createSqliteStore(":memory:");
  const says = (verdict: (n: number) => string) => {
    let asked = 0;
    return answering(() => {
      asked += 1;
      const finding = (criterion: string) => ({ criterion, evidence: "seen", verdict: verdict(asked) });
      return JSON.stringify({ findings: ["c1", "c2"].map(finding) });
    });
  };
  const judges: Record<string, ReturnType<typeof answering>> = {
    "openai/gpt-5.4": says((n) => (n % 5 === 0 ? "cannot-judge" : n % 2 ? "met" : "unmet")),
    "anthropic/claude-haiku-4-5": says((n) => (n % 5 === 0 ? "cannot-judge" : "met")),
    "google/gemini-2.5-flash": answering((): string => {
      throw Object.assign(new Error("http 422"), { statusCode: 422, isRetryable: false });
    }),
  };
  const golden = [
    { prompt: "Say yes.", rubric: ["Says yes", "Says so"], output: "yes", labels: [true, true] },
  ];
  const { judgeModel: _, ...rest } = config();
  const first = await runBenchmark({
    ...{ ...rest, store, concurrency: 1, limits: { maxAttempts: 1 }, tasks: tasksOf("a", "reasonning") },
    judge: { panel: Object.keys(judges), golden },
    judgeResolver: (id, blockName) => judges[id]!(id, blockName),
  });
  const later = await reportOfRun(store, await findRun(store, "last"));
  expect(later.judge).toEqual(first.judge);
  expect(later.judge).toMatchObject({
    golden: { labels: 2 },
    failures: [{ judge: "google/gemini-2.5-flash" }],
  });
  expect(later.judge!.cannotJudge).toBeGreaterThan(0);
  expect(later.timing).toEqual(first.timing);
  const texts = (report: typeof first) => reportSentences(report).map(({ text }) => text);
  expect(texts(later)).toEqual(texts(first));
  expect(later.warnings.toSorted()).toEqual(first.warnings.toSorted());
  const warnings = later.warnings.join("\n");
  for (const part of [
    "Self-preference",
    '"reasoning" meant',
    "gemini-2.5-flash gave no judgement in 12 of 12 cells",
  ])
    expect(warnings).toContain(part);
  await store.close();
});

test("what a run from elsewhere has in place of findings counts for nothing", async () => {
  const store = createSqliteStore(":memory:");
  await runBenchmark({ ...config(), runs: 1, store });
  const run = await findRun(store, "last");
  const circumstances = { ...run.manifest.circumstances, judgeFound: { canaries: 3, golden: "good" } };
  const conditions = { ...run.manifest.conditions, judge: 7 };
  const report = await reportOfRun(store, {
    ...run,
    manifest: { ...run.manifest, circumstances, conditions },
  });
  expect(report.judge).toMatchObject({ canaries: null, golden: null, repeats: 1, fingerprint: "" });
  await store.close();
});

test("a run that is not finished is reported as far as it is; a task that changed since is left out", async () => {
  const store = createSqliteStore(":memory:");
  await runBenchmark({ ...config(), store });
  const run = await findRun(store, "last");
  const tasks = { ...run.manifest.tasks, t1: "another" };
  const report = await reportOfRun(store, { ...run, manifest: { ...run.manifest, tasks } });
  expect(report.coverage).toMatchObject({ planned: 48, scored: 42, missing: { untried: 6 } });
  await store.close();
});

test("prompts are kept as far as there is room, categories always", async () => {
  const store = createSqliteStore(":memory:");
  const [one, two, three] = tasksOf("a", "b", "c");
  const tasks = [
    { ...one!, prompt: "short" },
    { ...two!, prompt: "x".repeat(200_000) },
    { ...three!, prompt: "late" },
  ];
  await runBenchmark({ ...config(), tasks, runs: 1, store });
  const { manifest } = await findRun(store, "last");
  expect(readShownFacts(manifest).tasks).toEqual([
    { id: "t1", category: "a", prompt: "short" },
    { id: "t2", category: "b", promptHash: expect.stringMatching(/^[0-9a-f]{12}$/) },
    { id: "t3", category: "c", promptHash: expect.stringMatching(/^[0-9a-f]{12}$/) },
  ]);
  expect(readShownFacts({ ...manifest, circumstances: {} }).subjects.map(({ kind }) => kind)).toEqual([
    "pattern",
    "pattern",
    "pattern",
  ]);
  await store.close();
});

test("a margin that no run can have, in one that comes from elsewhere, is as if it were not there", async () => {
  const store = createSqliteStore(":memory:");
  await runBenchmark({ ...config(), runs: 1, store });
  const run = await findRun(store, "last");
  for (const margin of [0, 1, 5, "0.1"]) {
    const benchmark = { ...(run.manifest.circumstances.benchmark as object), margin } as never;
    const manifest = { ...run.manifest, circumstances: { benchmark } };
    const report = await reportOfRun(store, { ...run, manifest });
    expect(report.comparisons[0]!.margin).toBe(0.05);
  }
  await store.close();
});

test("times are the subject's alone, as they were told when it ran", async () => {
  const store = createSqliteStore(":memory:");
  const slowly = answering(async (asked) => {
    await new Promise((resolve) => setTimeout(resolve, 40));
    return (verdicts(() => true) as (asked: unknown) => string)(asked);
  });
  const report = await runBenchmark({ ...config(), judgeResolver: slowly, runs: 1, store });
  const kept = await reportOfRun(store, await findRun(store, "last"));
  const times = ({ results }: typeof report) =>
    results.map(({ subject, taskId, latencyMs }) => [subject, taskId, latencyMs]).sort();
  expect(times(kept)).toEqual(times(report));
  await store.close();
});

test("a budget that was passed is told, also when all cells are there, and of a run that is read again", async () => {
  const store = createSqliteStore(":memory:");
  const one = { ...config(), runs: 1, store, concurrency: 1 };
  const whole = await runBenchmark(one);
  expect(whole.budgetExceeded).toBe(false);
  const all = await runBenchmark({ ...one, maxCostUsd: whole.totalCostUsd - 1e-6 });
  expect(all.coverage.scored).toBe(all.coverage.planned);
  const half = await runBenchmark({ ...one, maxCostUsd: whole.totalCostUsd / 2 });
  expect(half.coverage.scored).toBeLessThan(half.coverage.planned);
  for (const report of [all, half]) {
    expect(report.budgetExceeded).toBe(true);
    expect(await reportOfRun(store, await findRun(store, report.runId!))).toMatchObject({
      budgetExceeded: true,
    });
  }
  const enough = await runBenchmark({ ...one, maxCostUsd: whole.totalCostUsd });
  expect(enough.budgetExceeded).toBe(false);
  await store.close();
});

test("a run of many cells says as much of its judge and its times as a small one", async () => {
  const store = createSqliteStore(":memory:");
  await runBenchmark({ ...config(), store });
  const run = await findRun(store, "last");
  const { judge, summaries } = await reportOfRun(store, run);
  const large = await reportOfRun(store, { ...run, plannedCells: 100_000 });
  expect(large.judge).toEqual(judge);
  expect(large.summaries.map(({ latencyMs }) => latencyMs)).toEqual(
    summaries.map(({ latencyMs }) => latencyMs),
  );
  expect(summaries[0]!.latencyMs).not.toBeNull();
  await store.close();
});

test("what scorers said is read back, and which of them never did", async () => {
  const store = createSqliteStore(":memory:");
  const scorers = [
    custom("length", ({ output }) => (String(output).length > 5 ? 1 : 0.5)),
    custom("broken", () => {
      throw new Error("oops");
    }),
  ];
  const first = await runBenchmark({ ...config(), scorers, store });
  const later = await reportOfRun(store, await findRun(store, "last"));
  expect(later.stats).toEqual(first.stats);
  expect(later.stats[0]!.codeScores).toEqual({ length: 1 });
  const said = "Scorer broken gave no score on 48 of 48 cells: oops.";
  for (const { warnings } of [first, later]) expect(warnings).toContain(said);
  await store.close();
});
