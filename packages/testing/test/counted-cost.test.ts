// What is compared is what the scores took; what is paid is everything, to the last digit.
import {
  type BenchmarkSubject,
  createMemoryCache,
  generator,
  type ModelResolver,
  sequencer,
} from "@flow-state-dev/core";
import { createSqliteStore, exportRun, importRun, type RunStore } from "@flow-state-dev/records";
import { expect, test } from "vitest";
import { type CompleteReport, planBenchmark, reportOfRun, runBenchmark } from "../src/index.ts";
import { answering, subject, tasksOf, verdicts } from "./support/plain-models.ts";

const model = "openai/gpt-5.4-mini";
/** What 1,000 tokens in and 100 out cost at its price. */
const perCall = 0.0012;

/** A pattern of three calls, whatever the task: it costs three times as much as one of one call. */
const three: BenchmarkSubject = {
  name: "three",
  kind: "pattern",
  sequencer: sequencer({ name: "three" })
    .step(generator({ name: "a", model, prompt: "A", user: ({ prompt }: { prompt: string }) => prompt }))
    .step(generator({ name: "b", model, prompt: "B" }))
    .step(generator({ name: "c", model, prompt: "C", retry: { maxAttempts: 1 } })),
  mapTask: ({ prompt }) => ({ prompt }),
};

const config = () => ({
  ...{ subjects: [three, subject("twin"), subject("solo", "baseline")], tasks: tasksOf("a", "a", "b") },
  ...{ model, judgeModel: "anthropic/claude-haiku-4-5", runs: 1, concurrency: 3 },
  modelResolver: answering("something"),
  judgeResolver: answering(verdicts(() => true)),
});

function expectTrueCosts(report: CompleteReport): void {
  expect(report.coverage.scored).toBe(report.coverage.planned);
  const costs = report.summaries.map(({ costPerTaskUsd, pareto }) => [costPerTaskUsd, pareto]);
  expect(costs).toEqual([
    [3 * perCall, false],
    [perCall, true],
    [perCall, true],
  ]);
  expect(report.comparisons.map(({ costRatio }) => costRatio?.value)).toEqual([3, 1]);
  const ofThree = report.stats.filter((stat) => stat.subject === "three");
  expect(ofThree.map(({ category, costPerTaskUsd }) => [category, costPerTaskUsd])).toEqual([
    ...["a", "b", "overall"].map((category) => [category, 3 * perCall]),
  ]);
}

/** All that was booked is in the report. */
async function expectAllPaid(report: CompleteReport, store: RunStore): Promise<void> {
  const { spend } = await store.totals(report.runId!);
  expect(report.totalCostUsd).toBe(Math.round((spend.subject + spend.judge) * 1e9) / 1e9);
  const { subjectsUsd, judgeUsd, elsewhereUsd } = report.costs!;
  expect(subjectsUsd + judgeUsd + elsewhereUsd).toBeCloseTo(report.totalCostUsd, 9);
  const compared = report.summaries.reduce((sum, { costPerTaskUsd }) => sum + 3 * costPerTaskUsd!, 0);
  const uncounted = report.summaries.reduce((sum, { uncountedCostUsd = 0 }) => sum + uncountedCostUsd, 0);
  expect(subjectsUsd).toBeCloseTo(compared + uncounted, 9);
  expect(uncounted).toBeGreaterThan(0);
  expect(report.warnings).toContainEqual(
    expect.stringMatching(/^\$0\.\d+ went to attempts that do not count/),
  );
}

test("in one go nothing is told apart", async () => {
  const report = await runBenchmark(config());
  expectTrueCosts(report);
  expect(report.warnings).toEqual([]);
  expect(report.results.every(({ counted }) => counted === undefined)).toBe(true);
});

test("a run that was stopped by hand and resumed, also as it is read later and elsewhere", async () => {
  const store = createSqliteStore(":memory:");
  for (const calls of [7, 8]) {
    const stop = new AbortController();
    let made = 0;
    const modelResolver = answering(async () => {
      made += 1;
      if (made === calls) stop.abort();
      return "something";
    });
    await runBenchmark({ ...config(), store, resume: true, modelResolver, signal: stop.signal });
  }
  const report = await runBenchmark({ ...config(), store, resume: true });
  expectTrueCosts(report);
  await expectAllPaid(report, store);
  expect(report.results.some(({ attempts = 1 }) => attempts > 1)).toBe(true);
  const run = (await store.findRun(report.runId!))!;
  expectTrueCosts(await reportOfRun(store, run));
  const elsewhere = createSqliteStore(":memory:");
  const taken = await importRun(elsewhere, exportRun(store, run.id));
  expectTrueCosts(await reportOfRun(elsewhere, taken));
  // A file of an earlier version does not tell what a result took; it follows from the calls.
  const lines: string[] = [];
  for await (const line of exportRun(store, run.id))
    lines.push(line.replaceAll(/"counted":\{[^{}]*\{[^{}]*\}\},?/g, ""));
  expect(lines.join("")).not.toContain("counted");
  const older = await importRun(elsewhere, lines, { id: "new" });
  expectTrueCosts(await reportOfRun(elsewhere, older));
  await elsewhere.close();
  await store.close();
});

test("a budget that was raised", async () => {
  const store = createSqliteStore(":memory:");
  for (const maxCostUsd of [5 * perCall, 10 * perCall])
    await runBenchmark({ ...config(), store, resume: true, maxCostUsd });
  const report = await runBenchmark({ ...config(), store, resume: true });
  expectTrueCosts(report);
  await store.close();
});

test("a task that was changed, and an outage that passed", async () => {
  const store = createSqliteStore(":memory:");
  await runBenchmark({ ...config(), store });
  const tasks = tasksOf("a", "a", "b").map((task) =>
    task.id === "t3" ? { ...task, prompt: "Anew." } : task,
  );
  let outages = 2;
  const modelResolver = answering(({ blockName }) => {
    if (blockName === "c" && outages > 0) {
      outages -= 1;
      throw Object.assign(new Error("Down."), { statusCode: 503, isRetryable: false });
    }
    return "something";
  });
  const limits = { backoffBaseMs: 1 };
  const report = await runBenchmark({ ...config(), tasks, store, resume: true, modelResolver, limits });
  expectTrueCosts(report);
  await expectAllPaid(report, store);
  await store.close();
});

test("an output that was made by one attempt and judged by another counts with what it took to make", async () => {
  const store = createSqliteStore(":memory:");
  // Cut off before there is an output, which costs something, and counts nowhere.
  const stop = new AbortController();
  const modelResolver = answering(({ blockName }) => {
    if (blockName === "b") stop.abort();
    return "something";
  });
  await runBenchmark({ ...config(), store, modelResolver, signal: stop.signal });
  const broken = answering("no judgement");
  await runBenchmark({ ...config(), store, resume: true, judgeResolver: broken });
  await runBenchmark({ ...config(), store, resume: true, judgeResolver: broken });
  const report = await runBenchmark({ ...config(), store, resume: true });
  expectTrueCosts(report);
  await expectAllPaid(report, store);
  expect(Math.max(...report.results.map(({ attempts = 1 }) => attempts))).toBe(4);
  // Nothing of it was made twice, and of the judges only the last one counts.
  const first = report.results.find((result) => result.subject === "three");
  expect(first!.counted!.usage.inputTokens).toBe(4000);
  expect(report.summaries[0]!.countedTokens!.inputTokens).toBe(12_000);
  expect(report.summaries[0]!.tokens.inputTokens).toBeGreaterThan(12_000);
  await store.close();
});

test("answers from a cache are compared at what they cost, and not paid", async () => {
  const cache = createMemoryCache();
  const all = config();
  const solo = all.subjects.filter(({ name }) => name === "solo");
  await runBenchmark({ ...all, subjects: solo, tasks: all.tasks.slice(0, 2), cache });
  const store = createSqliteStore(":memory:");
  const report = await runBenchmark({ ...config(), cache, store });
  expectTrueCosts(report);
  const [, , ofSolo] = report.summaries;
  expect(ofSolo).toMatchObject({ subjectCostUsd: perCall, cachedCalls: 2, cachedCostUsd: 2 * perCall });
  expect(report.totalCostUsd).toBeCloseTo((9 + 3 + 1) * perCall + report.costs!.judgeUsd, 9);
  expect(report.warnings).toEqual([
    expect.stringMatching(
      /^2 answers of solo came from a cache, free\. .* have what making them costs, \$0\.0024 at/,
    ),
  ]);
  expectTrueCosts(await reportOfRun(store, (await store.findRun(report.runId!))!));
  // A plan goes by the cells that were made.
  expect(await planBenchmark({ ...config(), store })).toMatchObject({ earlierCells: 7 });
  await store.close();
});

test("answers from a cache whose cost nobody knows leave no cost to compare", async () => {
  const cache = createMemoryCache();
  const uncounted: ModelResolver = (modelId) => ({ modelId, generate: async () => ({ text: "something" }) });
  const subjects = [subject("twin"), subject("solo", "baseline")];
  const tasks = tasksOf("a", "b");
  const once = { ...config(), subjects, cache, modelResolver: uncounted };
  await runBenchmark({ ...once, tasks: tasks.slice(0, 1) });
  const report = await runBenchmark({ ...once, tasks });
  expect(
    report.summaries.map(({ costPerTaskUsd, scorePerUsd, pareto }) => [costPerTaskUsd, scorePerUsd, pareto]),
  ).toEqual([
    [null, null, null],
    [null, null, null],
  ]);
  expect(report.comparisons[0]!.costRatio).toBeNull();
  expect(report.warnings).toContainEqual(
    expect.stringMatching(
      /^1 answer of twin came from a cache, free\. Not all is known of what making it costs/,
    ),
  );
});

test("a judge without a price leaves the costs of subjects as they are", async () => {
  const store = createSqliteStore(":memory:");
  const report = await runBenchmark({ ...config(), store, judgeModel: "nobody/unpriced" });
  expectTrueCosts(report);
  expect(report.summaries.map(({ unknownCalls }) => unknownCalls)).toEqual([3, 3, 3]);
  expect(report.warnings.join(" ")).not.toContain("do not count");
  expectTrueCosts(await reportOfRun(store, (await store.findRun("last"))!));
  await store.close();
});
