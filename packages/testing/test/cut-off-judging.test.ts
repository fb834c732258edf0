// What a subject came to is paid for once, also when its cell is lost or cut off while it is judged.
import { type BenchmarkSubject, handler, sequencer } from "@flow-state-dev/core";
import { createSqliteStore, type RunStore } from "@flow-state-dev/records";
import { expect, test } from "vitest";
import {
  type CompleteReport,
  exactMatch,
  judgeScorer,
  type RunBenchmarkConfig,
  runBenchmark,
} from "../src/index.ts";
import { type Answer, answering, subject, tasksOf, verdicts } from "./support/plain-models.ts";

const tasks = tasksOf("a", "b");
const cells = 4;
const good = verdicts(() => true);
/** Of one call of the models here: 1,000 tokens in and 100 out. */
const subjectUsd = 0.0012;
const judgeUsd = 0.0015;

function config(
  overrides: Partial<Omit<RunBenchmarkConfig, "modelResolver" | "judgeResolver">> = {},
  answer: Answer = ({ user }) => `Something about ${user}`,
) {
  return {
    ...{ subjects: [subject("solo", "baseline"), subject("planner")], tasks, runs: 1, concurrency: 4 },
    ...{ model: "openai/gpt-5.4-mini", judgeModel: "anthropic/claude-haiku-4-5" },
    ...{ modelResolver: answering(answer), judgeResolver: answering(good) },
    ...overrides,
  };
}

/** A judge that has been asked so often and answers nobody; `hung` resolves then. */
function hangingJudge(times: number) {
  const { promise: hung, resolve } = Promise.withResolvers<void>();
  const resolver = answering(() => {
    if (resolver.asked.length === times) resolve();
    return new Promise<string>(() => {});
  });
  return { resolver, hung };
}

/** Starts a run whose judge hangs on every cell. */
async function whileJudging(run: RunBenchmarkConfig, times = cells) {
  const judge = hangingJudge(times);
  const stop = new AbortController();
  const drain = new AbortController();
  const going = runBenchmark({
    ...{ ...run, judgeResolver: judge.resolver, signal: stop.signal, drain: drain.signal },
  });
  await judge.hung;
  return { going, stop, drain };
}

/** What a killed process leaves behind: whoever finds it gone gives its attempts up as lost. */
async function giveUpWorkers(store: RunStore) {
  const run = (await store.findRun("last"))!;
  const workers = new Set<string>();
  for await (const { subject, task, run: at } of store.cells(run.id))
    for (const { worker } of await store.attempts(run.id, { subject, task, run: at })) workers.add(worker);
  for (const worker of workers) await store.releaseWorker(worker);
  return run.id;
}

/** A report without what another attempt may change: times, what the judge took, and how often it was tried. */
function comparable({ results }: CompleteReport) {
  return results.map(({ latencyMs: _ms, costUsd: _all, judgeCostUsd: _usd, usage: _tokens, ...others }) => ({
    ...{ ...others, attempts: undefined, counted: undefined, suspect: undefined },
    ...{ unknownCalls: undefined, lostCalls: undefined },
  }));
}

async function attemptsOf(store: RunStore, runId: string) {
  return store.attempts(runId, { subject: "solo", task: "t1", run: 0 });
}

test("a process that dies while the judge is at work: every subject is paid once, and no money is lost", async () => {
  const store = createSqliteStore(":memory:");
  const clean = await runBenchmark(config());
  const run = config({ store });
  const { going, stop } = await whileJudging(run);
  const runId = await giveUpWorkers(store);
  const second = await runBenchmark({ ...run, resume: true });
  expect(second.runId).toBe(runId);
  expect(run.modelResolver.asked).toHaveLength(cells);
  expect(run.judgeResolver.asked).toHaveLength(cells);
  expect(comparable(second)).toEqual(comparable(clean));

  const [first, next] = await attemptsOf(store, runId);
  expect(first).toMatchObject({ state: "lost", progress: { evidence: { outputForm: "text" } } });
  expect(first!.spend).toMatchObject({ subject: subjectUsd });
  expect(next!.spend).toEqual({ subject: 0, judge: judgeUsd, agent: 0, carried: 0, unknownCalls: 0 });
  const { spend } = await store.totals(runId);
  expect(spend.subject).toBeCloseTo(cells * subjectUsd, 9);
  expect(spend.judge - spend.carried).toBeCloseTo(cells * judgeUsd, 9);
  expect(second.totalCostUsd).toBeCloseTo(spend.subject + spend.judge, 9);
  for (const { costUsd, subjectCostUsd, usage, lostCalls } of second.results) {
    expect(subjectCostUsd).toBeCloseTo(subjectUsd, 9);
    expect(costUsd).toBeCloseTo(subjectUsd + judgeUsd, 9);
    expect(usage).toMatchObject({ inputTokens: 2000, outputTokens: 200 });
    expect(lostCalls).toBe(1);
  }
  stop.abort();
  await going.catch(() => {});
  await store.close();
});

test("latency, output and transcript are those of the subject's own attempt", async () => {
  const store = createSqliteStore(":memory:");
  const run = config({ store }, async ({ user }) => {
    await new Promise((resolve) => setTimeout(resolve, 30));
    return `Slowly about ${user}`;
  });
  const { going, stop } = await whileJudging(run);
  const runId = await giveUpWorkers(store);
  const { results } = await runBenchmark({ ...run, resume: true });
  const cell = { subject: "solo", task: "t1", run: 0 };
  const [first, second] = await attemptsOf(store, runId);
  const { evidence } = (first as Extract<typeof first, { state: "lost" }>).progress!;
  const latencyMs = evidence.latencyMs as number;
  expect(latencyMs).toBeGreaterThanOrEqual(25);
  expect(second).toMatchObject({ state: "ended", evidence: { latencyMs } });
  expect((await store.cell(runId, cell))!.workingMs).toBeGreaterThanOrEqual(latencyMs);
  expect(results.find((each) => each.subject === "solo" && each.taskId === "t1")).toMatchObject({
    ...{ latencyMs, output: `Slowly about ${tasks[0]!.prompt}` },
  });
  for (const name of ["output", "transcript"]) {
    const kept = await store.artifact(runId, cell, 1, name);
    expect(String(kept?.content)).toContain("Slowly about");
    expect(await store.artifact(runId, cell, 2, name)).toEqual(kept);
  }
  stop.abort();
  await going.catch(() => {});
  await store.close();
});

test("cut off while it is judged (Ctrl-C twice), also when nothing heeds the signal", async () => {
  const store = createSqliteStore(":memory:");
  const run = config({ store });
  const { going, stop } = await whileJudging(run);
  stop.abort();
  const first = await going;
  expect(first.results.map(({ outcome }) => outcome)).toEqual(Array(cells).fill("cancelled"));
  const second = await runBenchmark({ ...run, resume: true });
  expect(second.runId).toBe(first.runId);
  expect(second.coverage.scored).toBe(cells);
  expect(run.modelResolver.asked).toHaveLength(cells);
  await store.close();
});

test("told to drain while it is judged (Ctrl-C once): the judgement is waited for", async () => {
  const store = createSqliteStore(":memory:");
  const drain = new AbortController();
  const judgeResolver = answering(async (asked) => {
    drain.abort();
    await new Promise((resolve) => setTimeout(resolve, 20));
    return (good as (asked: unknown) => string)(asked);
  });
  const run = config({ store, concurrency: 1 });
  const first = await runBenchmark({ ...run, judgeResolver, drain: drain.signal });
  expect(first.results).toMatchObject([{ outcome: "passed" }]);
  const second = await runBenchmark({ ...run, resume: true });
  expect(second.coverage.scored).toBe(cells);
  expect(run.modelResolver.asked).toHaveLength(cells);
  await store.close();
});

test("told to drain, and the judge outlasts the grace: cut off then, and judged later", async () => {
  const store = createSqliteStore(":memory:");
  const run = config({ store, limits: { graceMs: 30 } });
  const { going, drain } = await whileJudging(run);
  drain.abort();
  expect((await going).coverage.scored).toBe(0);
  const second = await runBenchmark({ ...run, resume: true });
  expect(second.coverage.scored).toBe(cells);
  expect(run.modelResolver.asked).toHaveLength(cells);
  await store.close();
});

test("a judge that takes longer than it may leaves the cell unscored, and judges it later", async () => {
  const store = createSqliteStore(":memory:");
  const run = config({ store, cellTimeoutMs: 1500 });
  const first = await runBenchmark({ ...run, judgeResolver: hangingJudge(cells).resolver });
  expect(first.results.map(({ outcome }) => outcome)).toEqual(Array(cells).fill("unscored"));
  const second = await runBenchmark({ ...run, resume: true });
  expect(second.coverage.scored).toBe(cells);
  expect(run.modelResolver.asked).toHaveLength(cells);
  await store.close();
});

test("a budget that runs out between the subject and the judge: with more of it, only the judge is paid", async () => {
  const store = createSqliteStore(":memory:");
  const run = config({ store, concurrency: 1 });
  const first = await runBenchmark({ ...run, maxCostUsd: subjectUsd });
  expect(first.budgetExceeded).toBe(true);
  expect(first.results).toMatchObject([{ outcome: "cancelled" }]);
  expect(run.judgeResolver.asked).toHaveLength(0);
  const second = await runBenchmark({ ...run, maxCostUsd: 1, resume: true });
  expect(second.runId).toBe(first.runId);
  expect(second.coverage.scored).toBe(cells);
  expect(run.modelResolver.asked).toHaveLength(cells);
  expect(run.judgeResolver.asked).toHaveLength(cells);
  expect(second.totalCostUsd).toBeCloseTo(cells * (subjectUsd + judgeUsd), 9);
  await store.close();
});

/** A subject that asks a model twice, and makes the best of it when the second call is refused. */
function stubborn(): BenchmarkSubject {
  const asking = subject("stubborn", "baseline");
  const again = handler({
    name: "again",
    execute: async (_input: unknown, { resolveModel }) => {
      const prompt = [{ role: "user" as const, content: [{ type: "text" as const, text: "And now?" }] }];
      try {
        await resolveModel("openai/gpt-5.4-mini").doGenerate({ prompt });
        return "All I can.";
      } catch {
        return "The best I could.";
      }
    },
  });
  return { ...asking, sequencer: sequencer({ name: "stubborn" }).step(asking.sequencer).step(again) };
}

test("what a spent budget left of a subject is not taken for its output", async () => {
  const store = createSqliteStore(":memory:");
  const run = config({ store, subjects: [stubborn()], tasks: tasks.slice(0, 1) });
  const first = await runBenchmark({ ...run, maxCostUsd: subjectUsd });
  expect(first.results).toMatchObject([{ outcome: "cancelled", output: "The best I could." }]);
  const second = await runBenchmark({ ...run, maxCostUsd: 1, resume: true });
  expect(second.results).toMatchObject([{ outcome: "passed", output: "All I can." }]);
  expect(run.modelResolver.asked).toHaveLength(3);
  await store.close();
});

test.each<[string, Partial<RunBenchmarkConfig>, number]>([
  ["a task", { tasks: [{ ...tasks[0]!, prompt: "Say another thing." }, tasks[1]!] }, 2],
  ["the rubric", { tasks: [{ ...tasks[0]!, rubric: ["Says it in verse"] }, tasks[1]!] }, 2],
  [
    "a subject",
    { subjects: [subject("solo", "baseline"), { ...subject("planner"), mapTask: (task) => task }] },
    4,
  ],
  ["the model", { model: "openai/gpt-5.4" }, 4],
  ["the judge", { judgeModel: "anthropic/claude-opus-4-6" }, 4],
])("%s that changed since is run again", async (_what, change, again) => {
  const store = createSqliteStore(":memory:");
  const run = config({ store });
  const { going, stop } = await whileJudging(run);
  await giveUpWorkers(store);
  const second = await runBenchmark({ ...run, ...change, resume: true });
  expect(second.coverage.scored).toBe(cells);
  expect(run.modelResolver.asked).toHaveLength(cells + again);
  stop.abort();
  await going.catch(() => {});
  await store.close();
});

/** The store, and what it was told to keep of attempts under way. */
function counted() {
  const store = createSqliteStore(":memory:");
  const kept: string[] = [];
  const counting = new Proxy(store, {
    get(target, name) {
      const member = Reflect.get(target, name);
      if (typeof member !== "function") return member;
      if (name !== "keepProgress") return member.bind(target);
      return async (...args: Parameters<RunStore["keepProgress"]>) => {
        const answer = await target.keepProgress(...args);
        kept.push(args[1].subject);
        return answer;
      };
    },
  });
  return { store: counting, kept };
}

test("one write a judged cell, done before the judge is asked; none without a judge", async () => {
  const { store, kept } = counted();
  const keptWhenAsked: number[] = [];
  const judgeResolver = answering((asked) => {
    keptWhenAsked.push(kept.length);
    return (good as (asked: unknown) => string)(asked);
  });
  const run = config({ store, concurrency: 1 });
  const { runId } = await runBenchmark({ ...run, judgeResolver });
  expect(keptWhenAsked).toEqual([1, 2, 3, 4]);
  const [attempt] = await attemptsOf(store, runId!);
  expect(attempt).toMatchObject({ artifacts: [{ name: "output" }, { name: "transcript" }] });
  expect(attempt).toMatchObject({ state: "ended", evidence: { outputForm: "text" } });

  kept.length = 0;
  const plain = tasks.map((task) => ({ ...task, rubric: [], expected: "no" }));
  const scored = await runBenchmark({ ...run, tasks: plain, scorers: [exactMatch()] });
  expect(scored.coverage.scored).toBe(cells);
  expect(kept).toEqual([]);
  await store.close();
});

test("a scorer that asks a model is a judge too", async () => {
  const { store, kept } = counted();
  const plain = tasks.map((task) => ({ ...task, rubric: [] }));
  const hanging = hangingJudge(cells);
  const scorerOf = (modelResolver: typeof hanging.resolver) =>
    judgeScorer({ criteria: "Says something", model: "anthropic/claude-haiku-4-5", modelResolver });
  const run = config({ store, tasks: plain });
  const stop = new AbortController();
  const going = runBenchmark({ ...run, scorers: [scorerOf(hanging.resolver)], signal: stop.signal });
  await hanging.hung;
  expect(kept).toHaveLength(cells);
  await giveUpWorkers(store);
  const second = await runBenchmark({ ...run, scorers: [scorerOf(answering(good))], resume: true });
  expect(second.coverage.scored).toBe(cells);
  expect(run.modelResolver.asked).toHaveLength(cells);
  stop.abort();
  await going.catch(() => {});
  await store.close();
});

test("a store that cannot keep it harms nothing", async () => {
  const store = createSqliteStore(":memory:");
  const refusing = new Proxy(store, {
    get(target, name) {
      if (name === "keepProgress") return () => Promise.reject(new Error("not now"));
      const member = Reflect.get(target, name);
      return typeof member === "function" ? member.bind(target) : member;
    },
  });
  const { coverage, runId } = await runBenchmark(config({ store: refusing }));
  expect(coverage.scored).toBe(cells);
  expect(await attemptsOf(store, runId!)).toMatchObject([
    { artifacts: [{ name: "output" }, { name: "transcript" }] },
  ]);
  await store.close();
});
