// What a subject came to is paid for once: when only the judge failed, only the judge is asked again.
import { type BenchmarkSubject, handler, sequencer } from "@flow-state-dev/core";
import { createSqliteStore, type RunStore } from "@flow-state-dev/records";
import { expect, test } from "vitest";
import { type CompleteReport, custom, type RunBenchmarkConfig, runBenchmark } from "../src/index.ts";
import { type Answer, answering, subject, tasksOf, verdicts } from "./support/plain-models.ts";

const tasks = tasksOf("a", "b");
const cells = 4;
const good = verdicts(() => true);
const refused: Answer = () => {
  throw Object.assign(new Error("Who are you?"), { statusCode: 401 });
};

function config(
  overrides: Partial<Omit<RunBenchmarkConfig, "modelResolver" | "judgeResolver">> = {},
  answer: Answer = ({ user }) => `Something about ${user}`,
) {
  const modelResolver = answering(answer);
  return {
    ...{ subjects: [subject("solo", "baseline"), subject("planner")], tasks, runs: 1, concurrency: 1 },
    ...{ model: "openai/gpt-5.4-mini", judgeModel: "anthropic/claude-haiku-4-5", modelResolver },
    judgeResolver: answering(good),
    scorers: [custom("kind", ({ output }) => (typeof output === "string" ? 1 : 0.5))],
    ...overrides,
  };
}

/** A report without what another attempt may change: times, what the judge took, and how often it was tried. */
function comparable({ summaries, results, coverage: { repeated: _repeated, ...coverage } }: CompleteReport) {
  return {
    coverage,
    summaries: summaries.map(
      ({ subject, mean, subjectCostUsd, costPerTaskUsd, scorePerUsd, unknownCalls }) => ({
        ...{ subject, mean, subjectCostUsd, costPerTaskUsd, scorePerUsd, unknownCalls },
      }),
    ),
    results: results.map(
      ({ latencyMs: _ms, costUsd: _all, judgeCostUsd: _usd, usage: _tokens, ...others }) => ({
        ...{ ...others, attempts: undefined, counted: undefined, suspect: undefined },
      }),
    ),
  };
}

async function artifactsOf(store: RunStore, runId: string, name: string, attempt: number) {
  const cell = { subject: name, task: "t1", run: 0 };
  const text = async (artifact: string) => (await store.artifact(runId, cell, attempt, artifact))?.content;
  return { output: await text("output"), transcript: await text("transcript") };
}

test.each<[string, Answer, string]>([
  ["answers garbage", "<html>no</html>", "unscored"],
  ["refuses its key", refused, "infrastructure"],
])("a judge that %s and is repaired: every subject is paid once", async (_what, broken, outcome) => {
  const clean = await runBenchmark(config());
  const store = createSqliteStore(":memory:");
  const run = config({ store });
  const first = await runBenchmark({ ...run, judgeResolver: answering(broken) });
  expect(first.coverage.scored).toBe(0);
  expect(first.results).toContainEqual(
    expect.objectContaining({ outcome, output: expect.stringContaining("Something") }),
  );
  const second = await runBenchmark({ ...run, resume: true });
  expect(second.runId).toBe(first.runId);
  expect(run.modelResolver.asked).toHaveLength(cells);
  expect(run.judgeResolver.asked).toHaveLength(cells);
  expect(comparable(second)).toEqual(comparable(clean));
  const before = await artifactsOf(store, first.runId!, "solo", 1);
  expect(before.transcript).toContain("Something about");
  expect(await artifactsOf(store, first.runId!, "solo", 2)).toEqual(before);
  await store.close();
});

test("a judge whose provider has too much to do is asked again by itself, and the subject paid once", async () => {
  let asked = 0;
  const busy: Answer = (request) => {
    asked += 1;
    if (asked % 2 === 1) throw Object.assign(new Error("Slow down."), { statusCode: 429, isRetryable: true });
    return typeof good === "string" ? good : good(request);
  };
  const run = config();
  const report = await runBenchmark({ ...run, judgeResolver: answering(busy) });
  expect(report.coverage.scored).toBe(cells);
  expect(run.modelResolver.asked).toHaveLength(cells);
  expect(report.results.every(({ codeScores }) => codeScores?.kind === 1)).toBe(true);
});

test("a judge that fails twice is asked a third time about the same output, and the latency stays", async () => {
  const store = createSqliteStore(":memory:");
  const run = config({ store });
  const broken = { ...run, judgeResolver: answering("no") };
  const first = await runBenchmark(broken);
  await runBenchmark({ ...broken, resume: true });
  const third = await runBenchmark({ ...run, resume: true });
  expect(run.modelResolver.asked).toHaveLength(cells);
  const facts = ({ results }: CompleteReport) =>
    results.map(({ taskId, output, latencyMs }) => ({ taskId, output, latencyMs }));
  expect(facts(third)).toEqual(facts(first));
  expect(third.coverage.scored).toBe(cells);
  await store.close();
});

test("the working time of a cell has the subject's in it, as if it had ended at once", async () => {
  const store = createSqliteStore(":memory:");
  const run = config({ store }, async () => {
    await new Promise((resolve) => setTimeout(resolve, 30));
    return "something";
  });
  const { results: before } = await runBenchmark({ ...run, judgeResolver: answering("no") });
  const { runId } = await runBenchmark({ ...run, resume: true });
  for await (const { subject, task, workingMs } of store.cells(runId!)) {
    const { latencyMs } = before.find((each) => each.subject === subject && each.taskId === task)!;
    expect(workingMs).toBeGreaterThanOrEqual(latencyMs);
  }
  await store.close();
});

test("a task that changed is run again", async () => {
  const store = createSqliteStore(":memory:");
  const run = config({ store });
  await runBenchmark({ ...run, judgeResolver: answering("no") });
  const changed = tasks.map((task) => (task.id === "t2" ? { ...task, prompt: "Say another thing." } : task));
  const after = await runBenchmark({ ...run, tasks: changed, resume: true });
  expect(run.modelResolver.asked).toHaveLength(cells + 2);
  expect(after.results.filter(({ taskId }) => taskId === "t2").map(({ output }) => output)).toEqual([
    "Something about Say another thing.",
    "Something about Say another thing.",
  ]);
  await store.close();
});

test("a subject whose own provider failed is run again", async () => {
  const store = createSqliteStore(":memory:");
  const run = config({ store, tasks: tasks.slice(0, 1), subjects: [subject("solo", "baseline")] });
  const first = await runBenchmark({ ...run, modelResolver: answering(refused) });
  expect(first.results).toMatchObject([{ outcome: "infrastructure" }]);
  const second = await runBenchmark({ ...run, resume: true });
  expect(second.runId).toBe(first.runId);
  expect(second.results).toMatchObject([{ outcome: "passed" }]);
  expect(run.modelResolver.asked).toHaveLength(1);
  await store.close();
});

test("a cell that was stopped while an output of before was judged goes on with that output", async () => {
  const store = createSqliteStore(":memory:");
  const run = config({ store });
  await runBenchmark({ ...run, judgeResolver: answering("no") });
  const stop = new AbortController();
  const stopping = answering((asked) => {
    stop.abort();
    return (good as (asked: unknown) => string)(asked);
  });
  await runBenchmark({ ...run, judgeResolver: stopping, signal: stop.signal, resume: true });
  const last = await runBenchmark({ ...run, resume: true });
  expect(last.coverage.scored).toBe(cells);
  expect(run.modelResolver.asked).toHaveLength(cells);
  await store.close();
});

test("a key in an output is not in the store, and so not in what is judged later", async () => {
  const store = createSqliteStore(":memory:");
  const key = `sk-${"aB3dE5fG7hJ9".repeat(3)}`;
  const solo = { tasks: tasks.slice(0, 1), subjects: [subject("solo", "baseline")] };
  const run = config({ store, ...solo }, `The key is ${key}.`);
  await runBenchmark({ ...run, judgeResolver: answering("no") });
  const { results } = await runBenchmark({ ...run, resume: true });
  expect(results).toMatchObject([{ outcome: "passed", output: "The key is [redacted]." }]);
  expect(run.judgeResolver.asked[0]!.user).not.toContain(key);
  expect(run.modelResolver.asked).toHaveLength(1);
  await store.close();
});

test("a scorer that has given its score is not asked again; one that failed is", async () => {
  const store = createSqliteStore(":memory:");
  let [asked, works] = [0, false];
  const flaky = custom("flaky", () => {
    asked += 1;
    if (!works) throw new Error("not now");
    return 0.25;
  });
  const scorers = [flaky, custom("steady", () => 1)];
  const run = config({ store, subjects: [subject("solo", "baseline")], scorers });
  const broken = { ...run, judgeResolver: answering("no"), resume: true };
  await runBenchmark(broken);
  works = true;
  await runBenchmark(broken);
  expect(asked).toBe(4);
  const { results } = await runBenchmark({ ...run, resume: true });
  expect(asked).toBe(4);
  const codeScores = { flaky: 0.25, steady: 1 };
  expect(results).toMatchObject([{ codeScores }, { codeScores }]);
  await store.close();
});

/** A subject without a model that comes to this. */
function giving(make: () => unknown): { subject: BenchmarkSubject; runs(): number } {
  let runs = 0;
  const give = handler({
    name: "give",
    execute: () => {
      runs += 1;
      return make();
    },
  });
  const made = sequencer({ name: "giving" }).step(give);
  return {
    subject: { name: "giving", kind: "baseline", sequencer: made, mapTask: ({ prompt }) => ({ prompt }) },
    runs: () => runs,
  };
}

test.each<[string, () => unknown, number]>([
  ["an object", () => ({ answer: [1, "two", null] }), 1],
  ["text that looks like JSON", () => '{"answer": 1}', 1],
  ["a number", () => 8, 1],
  ["an object with a date", () => ({ at: new Date(0) }), 2],
  ["an object with a member that is undefined", () => ({ answer: undefined }), 2],
  ["a map", () => new Map([["a", 1]]), 2],
  ["nothing", () => null, 2],
])("%s comes back as it was, or the subject runs again", async (_what, make, times) => {
  const store = createSqliteStore(":memory:");
  const { subject, runs } = giving(make);
  const seen: unknown[] = [];
  const watch = custom("watch", ({ output }) => {
    seen.push(output);
    if (seen.length === 1) throw new Error("not now");
    return 1;
  });
  const run = config({ store, subjects: [subject], tasks: tasks.slice(0, 1), scorers: [watch] });
  await runBenchmark({ ...run, judgeResolver: answering("no") });
  const { coverage } = await runBenchmark({ ...run, resume: true });
  expect(coverage.scored).toBe(1);
  expect(runs()).toBe(times);
  expect(seen).toEqual([make(), make()]);
  await store.close();
});
