// Outputs of an earlier run are graded anew: nothing of the subjects is run or paid for.
import { type BenchmarkSubject, createMemoryCache, handler, sequencer } from "@flow-state-dev/core";
import { createSqliteStore, type RunStore } from "@flow-state-dev/records";
import { describe, expect, test } from "vitest";
import {
  custom,
  planBenchmark,
  type RunBenchmarkConfig,
  renderScorecard,
  reportOfRun,
  runBenchmark,
} from "../src/index.ts";
import { answering, subject, tasksOf, verdicts } from "./support/plain-models.ts";

const tasks = tasksOf("a", "b");
const subjects = [subject("solo", "baseline"), subject("planner")];

function config(store: RunStore, overrides: Partial<RunBenchmarkConfig> = {}) {
  const modelResolver = answering(({ user }) => `Something about ${user}`);
  return {
    ...{ subjects, tasks, runs: 1, store, name: "mine" },
    ...{ model: "openai/gpt-5.4-mini", judgeModel: "anthropic/claude-haiku-4-5", modelResolver },
    judgeResolver: answering(verdicts(() => true)),
    ...overrides,
  };
}

/** No model of a subject can be had. */
const noModels = (id: string) => {
  throw new Error(`Nobody may ask for ${id}`);
};

async function thrownBy(run: Promise<unknown>): Promise<string> {
  return run.then(
    () => "nothing",
    (error: Error) => error.message,
  );
}

test("another judge on the same outputs: subjects are neither run nor paid, and cost what they cost then", async () => {
  const store = createSqliteStore(":memory:");
  const first = await runBenchmark(config(store));
  const strict = answering(verdicts(({ user }) => user.includes("number 1")));
  const again = await runBenchmark(
    config(store, { modelResolver: noModels, judgeResolver: strict, regrade: first.runId! }),
  );
  expect(again.runId).not.toBe(first.runId);
  expect(first.results.map(({ score }) => score)).toEqual([1, 1, 1, 1]);
  expect(again.results.map(({ taskId, score }) => [taskId, score])).toEqual([
    ...[["t1", 1] as const, ["t1", 1] as const, ["t2", 0] as const, ["t2", 0] as const],
  ]);
  expect(again.results.map(({ output }) => output)).toEqual(first.results.map(({ output }) => output));
  expect(again.results.map(({ latencyMs }) => latencyMs)).toEqual(
    first.results.map(({ latencyMs }) => latencyMs),
  );
  for (const [at, summary] of again.summaries.entries()) {
    expect(summary.costPerTaskUsd).toBe(first.summaries[at]!.costPerTaskUsd);
    expect(summary.subjectCostUsd).toBe(0);
    expect(summary.judgeCostUsd).toBe(first.summaries[at]!.judgeCostUsd);
  }
  expect(again.summaries[0]!.costPerTaskUsd).toBeGreaterThan(0);
  expect(again.warnings[0]).toContain(
    `The outputs are those of run ${first.runId!.slice(0, 4)}, graded anew.`,
  );
  expect(again.warnings.join()).not.toContain("cache");
  const cell = { subject: "solo", task: "t1", run: 0 };
  const transcript = async (id: string) => (await store.artifact(id, cell, 1, "transcript"))?.content;
  expect(await transcript(again.runId!)).toBe(await transcript(first.runId!));
  const kept = await reportOfRun(store, (await store.findRun(again.runId!))!);
  expect(kept.warnings[0]).toBe(again.warnings[0]);
  for (const report of [again, kept]) {
    expect(report.regradeOf).toBe(first.runId);
    expect(renderScorecard(report, "table")).toContain(
      `\noutputs of run ${first.runId!.slice(0, 4)} on openai/gpt-5.4-mini, judged by `,
    );
  }
  expect(renderScorecard(first, "table")).not.toContain("outputs of run");
  expect(kept.summaries[0]!.costPerTaskUsd).toBe(first.summaries[0]!.costPerTaskUsd);
});

test("what was graded anew can be graded anew, and costs the same", async () => {
  const store = createSqliteStore(":memory:");
  const first = await runBenchmark(config(store));
  const second = await runBenchmark(config(store, { regrade: first.runId! }));
  const third = await runBenchmark(config(store, { regrade: second.runId!, judgeModel: "openai/gpt-5.4" }));
  expect(third.summaries.map(({ costPerTaskUsd }) => costPerTaskUsd)).toEqual(
    first.summaries.map(({ costPerTaskUsd }) => costPerTaskUsd),
  );
  expect(third.results.map(({ output }) => output)).toEqual(first.results.map(({ output }) => output));
});

test("a changed rubric and another scorer grade the same outputs, objects among them", async () => {
  const store = createSqliteStore(":memory:");
  const thinker: BenchmarkSubject = {
    ...{ name: "thinker", kind: "pattern" },
    sequencer: sequencer({ name: "thinker" }).step(
      handler({ name: "think", execute: () => ({ answer: 42, steps: ["a"] }) }),
    ),
    mapTask: ({ prompt }) => ({ prompt }),
  };
  const first = await runBenchmark(config(store, { subjects: [thinker] }));
  const seen: unknown[] = [];
  const judgeResolver = answering(verdicts(() => true));
  const again = await runBenchmark(
    config(store, {
      ...{ subjects: [thinker], judgeResolver, regrade: first.runId! },
      tasks: tasks.map((task) => ({ ...task, rubric: ["Says 42"] })),
      scorers: [custom("sees", ({ output }) => (seen.push(output) > 0 ? 0.25 : 0))],
    }),
  );
  expect(seen).toEqual([
    { answer: 42, steps: ["a"] },
    { answer: 42, steps: ["a"] },
  ]);
  expect(again.results.map(({ codeScores }) => codeScores)).toEqual([{ sees: 0.25 }, { sees: 0.25 }]);
  expect(judgeResolver.asked).toHaveLength(2);
  expect(judgeResolver.asked[0]!.user).toContain("Says 42");
});

test("a subject that failed there has failed; one that was cut off has no score", async () => {
  const store = createSqliteStore(":memory:");
  const stop = new AbortController();
  const modelResolver = answering(({ user }) => {
    if (user.includes("number 2")) stop.abort();
    return "An answer";
  });
  const broken: BenchmarkSubject = {
    ...{ name: "broken", kind: "pattern" },
    sequencer: sequencer({ name: "broken" }).step(
      handler({
        name: "break",
        execute: (): string => {
          throw new Error("It broke.");
        },
      }),
    ),
    mapTask: ({ prompt }) => ({ prompt }),
  };
  const both = [subjects[0]!, broken];
  const first = await runBenchmark(
    config(store, { subjects: both, modelResolver, concurrency: 1, signal: stop.signal }),
  );
  const outcomes = (report: typeof first) =>
    Object.fromEntries(report.results.map((each) => [`${each.subject} ${each.taskId}`, each.outcome]));
  expect(outcomes(first)).toMatchObject({ "solo t1": "passed", "broken t1": "errored" });
  const again = await runBenchmark(
    config(store, { subjects: both, modelResolver: noModels, regrade: first.runId! }),
  );
  expect(outcomes(again)).toEqual({
    ...{ "solo t1": "passed", "broken t1": "errored", "solo t2": "unscored", "broken t2": "unscored" },
  });
  expect(again.results.find((each) => each.outcome === "unscored")?.error?.message).toMatch(
    /^Run \w{4} has no output of this cell to grade: it (never ended|came to cancelled) there\. Run it without/,
  );
});

test("a grading that was cut off goes on, and grades the rest", async () => {
  const store = createSqliteStore(":memory:");
  const first = await runBenchmark(config(store));
  const stop = new AbortController();
  const half = answering((asked) => {
    if (half.asked.length === 3) stop.abort();
    return (verdicts(() => true) as (asked: unknown) => string)(asked);
  });
  const cut = { judgeResolver: half, concurrency: 1, regrade: first.runId!, modelResolver: noModels };
  const begun = await runBenchmark(config(store, { ...cut, signal: stop.signal }));
  expect(begun.coverage.scored).toBeLessThan(4);
  const judgeResolver = answering(verdicts(() => true));
  const done = await runBenchmark(config(store, { ...cut, judgeResolver, resume: true }));
  expect(done.runId).toBe(begun.runId);
  expect(done.coverage.scored).toBe(4);
  expect(judgeResolver.asked).toHaveLength(4 - begun.coverage.scored);
});

describe("what cannot stand for the outputs is refused before anything is spent", () => {
  test("all of it at once", async () => {
    const store = createSqliteStore(":memory:");
    const first = await runBenchmark(config(store));
    const message = await thrownBy(
      runBenchmark(
        config(store, {
          ...{ regrade: first.runId!, runs: 2 },
          subjects: [...subjects, subject("debate")],
          tasks: [{ ...tasks[0]!, prompt: "Another question" }, tasks[1]!, { ...tasks[1]!, id: "t3" }],
        }),
      ),
    );
    const run = `Run ${first.runId!.slice(0, 4)}`;
    expect(message).toContain(`${run} has no outputs of debate: leave them out.`);
    expect(message).toContain(`${run} has no outputs for task t3: leave it out.`);
    expect(message).toContain(
      `${run} has outputs for another prompt or other metadata of task t1: they answer another question.`,
    );
    expect(message).toContain(
      `${run} has 1 of the 2 runs that are asked for: ask for no more (runs: 1, or --runs 1).`,
    );
  });

  test("another model", async () => {
    const store = createSqliteStore(":memory:");
    const first = await runBenchmark(config(store));
    const message = await thrownBy(
      runBenchmark(config(store, { regrade: first.runId!, model: "openai/gpt-5.4" })),
    );
    expect(message).toContain(
      "ran solo, planner on openai/gpt-5.4-mini, not on openai/gpt-5.4: what one model wrote cannot stand for another.",
    );
  });

  test("no store, no such run, no reference", async () => {
    const store = createSqliteStore(":memory:");
    const { store: _store, ...without } = config(store, { regrade: "last" });
    expect(await thrownBy(runBenchmark(without))).toContain("regrade has no run to grade: give store too");
    expect(await thrownBy(runBenchmark(config(store, { regrade: "nope" })))).toContain(
      'There is no run "nope"',
    );
    expect(await thrownBy(runBenchmark(config(store, { regrade: "last" })))).toContain(
      "There is no run last of mine to grade anew",
    );
    expect(await thrownBy(runBenchmark(config(store, { regrade: 7 as never })))).toContain("regrade is 7;");
  });

  test("prompts beyond those that are kept are known by their hash", async () => {
    const store = createSqliteStore(":memory:");
    const long = tasks.map((task) => ({ ...task, prompt: `${task.prompt}${"x".repeat(150_000)}` }));
    const first = await runBenchmark(config(store, { tasks: long }));
    const regrade = first.runId!;
    await runBenchmark(config(store, { tasks: long, regrade }));
    const changed = [long[0]!, { ...long[1]!, prompt: `${long[1]!.prompt}y` }];
    expect(await thrownBy(runBenchmark(config(store, { tasks: changed, regrade })))).toContain(
      "has outputs for another prompt or other metadata of task t2",
    );
  });
});

test("a subject that was changed since is told", async () => {
  const store = createSqliteStore(":memory:");
  const first = await runBenchmark(config(store));
  const changed = { ...subject("planner"), mapTask: () => ({ prompt: "other" }) };
  const again = await runBenchmark(
    config(store, { subjects: [subjects[0]!, changed], regrade: first.runId! }),
  );
  expect(again.warnings[1]).toMatch(
    /^planner is not what it was in run \w{4}: the outputs are those of then\./,
  );
});

test("a plan of it has the calls of the judge alone", async () => {
  const store = createSqliteStore(":memory:");
  const first = await runBenchmark(config(store));
  const whole = await planBenchmark({ ...config(store), store });
  const plan = await planBenchmark({ ...config(store, { regrade: first.runId! }), store });
  expect(plan.calls).toEqual({ min: 4, max: 4 });
  expect(plan.durationMs).toBeNull();
  expect(plan.costUsd!.expected).toBeCloseTo(
    first.summaries.reduce((sum, each) => sum + each.judgeCostUsd!, 0),
    9,
  );
  expect(whole.calls.max).toBe(8);
  expect(plan.costUsd!.expected).toBeLessThan(whole.costUsd!.expected);
});

test("other metadata is another question", async () => {
  const store = createSqliteStore(":memory:");
  const withDoc = (doc: string) => tasks.map((task) => ({ ...task, metadata: { doc } }));
  const first = await runBenchmark(config(store, { tasks: withDoc("A") }));
  const regrade = first.runId!;
  await runBenchmark(config(store, { tasks: withDoc("A"), regrade }));
  expect(await thrownBy(runBenchmark(config(store, { tasks: withDoc("B"), regrade })))).toContain(
    "has outputs for another prompt or other metadata of 2 tasks: t1, t2",
  );
});

test("last is the latest run of this benchmark that made its outputs itself", async () => {
  const store = createSqliteStore(":memory:");
  const first = await runBenchmark(config(store));
  await runBenchmark(config(store, { name: "other" }));
  for (const _ of [1, 2]) {
    const again = await runBenchmark(config(store, { regrade: "last", modelResolver: noModels }));
    expect(again.regradeOf).toBe(first.runId);
  }
});

test("what a cut-off subject made the best of is no output; what was kept before the judge was asked is", async () => {
  const store = createSqliteStore(":memory:");
  const patient: BenchmarkSubject = {
    ...{ name: "patient", kind: "pattern" },
    sequencer: sequencer({ name: "patient" }).step(
      handler({
        name: "collect",
        execute: async (_input: { prompt: string }, ctx) => {
          let parts = 0;
          try {
            for (; parts < 3; parts++) await ctx.resolveModel("openai/gpt-5.4-mini").doGenerate(asking);
          } catch {
            // It makes the best of what there is.
          }
          return `PARTS:${parts}`;
        },
      }),
    ),
    mapTask: ({ prompt }) => ({ prompt }),
  };
  const asking = { prompt: [{ role: "user" as const, content: [{ type: "text" as const, text: "More" }] }] };
  const one = { subjects: [patient], tasks: tasks.slice(0, 1), concurrency: 1 };
  const whole = await runBenchmark(config(store, one));
  expect(whole.results[0]!.output).toBe("PARTS:3");
  const perCall = whole.results[0]!.subjectCostUsd! / 3;
  const cut = await runBenchmark(
    config(store, { ...one, maxCostUsd: perCall * 0.9, limits: { strict: false } }),
  );
  expect(cut.results.map(({ outcome }) => outcome)).toEqual(["cancelled"]);
  const graded = await runBenchmark(config(store, { ...one, regrade: cut.runId!, modelResolver: noModels }));
  expect(graded.results.map(({ outcome }) => outcome)).toEqual(["unscored"]);

  const stop = new AbortController();
  const hanging = answering(
    ({ signal }) =>
      new Promise<string>((_, reject) => {
        signal?.addEventListener("abort", () => reject(signal.reason));
        stop.abort();
      }),
  );
  const judged = await runBenchmark(config(store, { ...one, judgeResolver: hanging, signal: stop.signal }));
  expect(judged.coverage.scored).toBe(0);
  const again = await runBenchmark(
    config(store, { ...one, regrade: judged.runId!, modelResolver: noModels }),
  );
  expect(again.results).toMatchObject([{ outcome: "passed", output: "PARTS:3" }]);
  expect(again.summaries[0]!.costPerTaskUsd).toBe(whole.summaries[0]!.costPerTaskUsd);
});

test("answers that a cache had there are told as they were, and the rest is no answer from a cache", async () => {
  const store = createSqliteStore(":memory:");
  const cache = createMemoryCache();
  await runBenchmark(config(store, { tasks: tasks.slice(0, 1), cache }));
  const first = await runBenchmark(config(store, { cache }));
  const again = await runBenchmark(config(store, { regrade: first.runId!, modelResolver: noModels }));
  const cached = ({ summaries }: typeof first) =>
    summaries.map(({ cachedCalls, cachedCostUsd, costPerTaskUsd }) => [
      cachedCalls,
      cachedCostUsd,
      costPerTaskUsd,
    ]);
  expect(cached(first)[0]![0]).toBe(1);
  expect(cached(again)).toEqual(cached(first));
});

test("a judge grades the text of an output that cannot be had again from it; a scorer would need the output", async () => {
  const store = createSqliteStore(":memory:");
  const dated: BenchmarkSubject = {
    ...{ name: "dated", kind: "pattern" },
    sequencer: sequencer({ name: "dated" }).step(
      handler({ name: "date", execute: () => ({ answer: 42, at: new Date(0) }) }),
    ),
    mapTask: ({ prompt }) => ({ prompt }),
  };
  const first = await runBenchmark(config(store, { subjects: [dated] }));
  const judgeResolver = answering(verdicts(() => false));
  const again = await runBenchmark(
    config(store, { subjects: [dated], judgeResolver, regrade: first.runId! }),
  );
  expect(again.results.map(({ score }) => score)).toEqual([0, 0]);
  expect(again.results.map(({ output }) => output)).toEqual(first.results.map(({ output }) => output));
  expect(judgeResolver.asked[0]!.user).toContain(first.results[0]!.output!);
  const scorers = [custom("sees", ({ output }) => (typeof output === "string" ? 0 : 1))];
  for (const regrade of [first.runId!, again.runId!]) {
    const scored = await runBenchmark(config(store, { subjects: [dated], scorers, regrade }));
    expect(scored.coverage).toMatchObject({ scored: 0, missing: { unscored: 2 } });
    const card = renderScorecard(scored, "table");
    expect(card).toContain("its output cannot be had again as it was");
    expect(card).toContain("Coverage 0 of 2 (2 unscored: could not be graded).");
  }
});
