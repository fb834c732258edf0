// The published page of the API, sentence by sentence.
import { defineCapability, handler, type ModelResolver, sequencer } from "@flow-state-dev/core";
import { createSqliteStore } from "@flow-state-dev/records";
import { describe, expect, test, vi } from "vitest";
import { z } from "zod";
import {
  type BenchmarkRegistry,
  baselineSubject,
  type CompleteReport,
  comparePatterns,
  defineBenchmark,
  renderScorecard,
  runBenchmark,
} from "../src/index.ts";
import { answering, subject, tasksOf, verdicts } from "./support/plain-models.ts";

const model = "openai/gpt-5.4-mini";
const judgeModel = "anthropic/claude-haiku-4-5";
const allMet = () => answering(verdicts(() => true));

function base() {
  return {
    subjects: [subject("planner"), subject("solo", "baseline")],
    tasks: tasksOf("reasoning", "tool-use"),
    model,
    judgeModel,
    modelResolver: answering("something"),
    judgeResolver: allMet(),
  };
}

describe("runBenchmark(config)", () => {
  test("runs a sweep over explicit subjects and returns a BenchmarkReport", async () => {
    const report = await runBenchmark(base());
    expect(report).toMatchObject({ model, judgeModel, runs: 3, subjects: ["planner", "solo"] });
    expect(report.categories).toEqual(["reasoning", "tool-use"]);
    expect(report).toMatchObject({ budgetExceeded: false, warnings: [], aborted: false });
    expect(report.timing.totalMs).toBeGreaterThan(0);
    expect(report.results).toHaveLength(12);
  });

  test("runs: repetitions per (subject, task), 3 by default", async () => {
    const config = base();
    await runBenchmark(config);
    expect(config.modelResolver.asked).toHaveLength(2 * 2 * 3);
    const five = base();
    await runBenchmark({ ...five, runs: 5 });
    expect(five.modelResolver.asked).toHaveLength(2 * 2 * 5);
  });

  test.each([
    [undefined, 3],
    [5, 5],
  ])("concurrency %s: at most %d concurrent (subject, task, run) cells", async (concurrency, most) => {
    let [now, peak] = [0, 0];
    const modelResolver = answering(async () => {
      now += 1;
      peak = Math.max(peak, now);
      await new Promise((resolve) => setTimeout(resolve, 5));
      now -= 1;
      return "something";
    });
    await runBenchmark({ ...base(), modelResolver, ...(concurrency !== undefined && { concurrency }) });
    expect(peak).toBe(most);
  });

  test("model: executor model id used by all subjects", async () => {
    const modelResolver = answering("something");
    await runBenchmark({
      ...base(),
      subjects: [baselineSubject({ model })],
      modelResolver,
    });
    expect(new Set(modelResolver.asked.map(({ modelId }) => modelId))).toEqual(new Set([model]));
  });

  test("judgeModel: defaults to model with a self-preference warning", async () => {
    const { judgeModel: _none, ...config } = base();
    const report = await runBenchmark(config);
    expect(report.warnings).toEqual([
      expect.stringMatching(/^Self-preference: openai\/gpt-5\.4-mini judges its own/),
    ]);
    expect(config.judgeResolver.asked[0]!.modelId).toBe(model);
    const distinct = await runBenchmark(base());
    expect(distinct.warnings).toEqual([]);
    const same = await runBenchmark({ ...base(), judgeModel: model });
    expect(same.warnings).toEqual([expect.stringContaining("Self-preference")]);
  });

  test("scorers: extra deterministic code scorers applied alongside the rubric judge", async () => {
    const tasks = tasksOf("reasoning").map((task) => ({ ...task, expected: "something" }));
    const seen: unknown[] = [];
    const report = await runBenchmark({
      ...base(),
      tasks,
      scorers: [
        {
          name: "same",
          score: ({ output, expected, input }) => {
            seen.push(input);
            return { score: output === expected ? 1 : 0, passed: output === expected };
          },
        },
        {
          name: "broken",
          score: () => {
            throw new Error("no ruler");
          },
        },
      ],
    });
    expect(seen[0]).toBe(tasks[0]!.prompt);
    expect(report.results[0]).toMatchObject({
      score: 1,
      errored: false,
      codeScores: { same: 1 },
      scorerErrors: { broken: "no ruler" },
    });
    expect(report.stats.find(({ category }) => category === "overall")!.codeScores).toEqual({ same: 1 });
  });

  test("maxCostUsd: abort and return a partial report when accumulated cost exceeds this", async () => {
    const report = await runBenchmark({ ...base(), maxCostUsd: 0.012, concurrency: 1 });
    expect(report.budgetExceeded).toBe(true);
    expect(report.results.length).toBeGreaterThan(0);
    expect(report.coverage).toMatchObject({ planned: 12 });
    expect(report.coverage.scored).toBeLessThan(12);
    expect(report.totalCostUsd).toBeGreaterThanOrEqual(0.0095);
    // Balanced: any partial report has both subjects on the same tasks, give or take the last.
    const counts = report.stats.filter(({ category }) => category === "overall");
    const scored = counts.map(
      ({ subject: name }) =>
        report.results.filter((cell) => cell.subject === name && cell.outcome === "passed").length,
    );
    expect(Math.abs(scored[0]! - scored[1]!)).toBeLessThanOrEqual(1);
  });

  test("maxCostUsd of 0: what costs something is not asked, and what is free runs to its end", async () => {
    const paid = base();
    const nothing = await runBenchmark({ ...paid, maxCostUsd: 0 });
    expect(nothing).toMatchObject({ budgetExceeded: true, totalCostUsd: 0, maxCostUsd: 0 });
    expect(nothing.coverage).toMatchObject({ planned: 12, scored: 0 });
    expect(paid.modelResolver.asked).toEqual([]);
    for (const format of ["table", "markdown"] as const)
      expect(renderScorecard(nothing, format)).toContain("Stopped at the budget after 0 of 12 cells.");

    const free = { model: "ollama/own", judgeModel: "ollama/other" };
    const whole = await runBenchmark({ ...base(), ...free, maxCostUsd: 0 });
    expect(whole).toMatchObject({ budgetExceeded: false, totalCostUsd: 0 });
    expect(whole.coverage).toMatchObject({ planned: 12, scored: 12 });
  });

  test("maxCostUsd with a model that has no price is an error before anything is spent", async () => {
    const config = { ...base(), model: "mine/own", judgeModel: "mine/own", maxCostUsd: 1 };
    await expect(runBenchmark(config)).rejects.toMatchObject({ code: "unpriced-model" });
    expect(config.modelResolver.asked).toEqual([]);
  });

  test("signal: cancels in-flight scheduling; produces a partial report", async () => {
    const stop = new AbortController();
    const modelResolver = answering(async ({ signal }) => {
      if (modelResolver.asked.length < 6) return "something";
      stop.abort();
      await new Promise((_, reject) => signal!.addEventListener("abort", () => reject(signal!.reason)));
      return "never";
    });
    const report = await runBenchmark({ ...base(), modelResolver, signal: stop.signal });
    expect(report.aborted).toBe(true);
    expect(report.coverage.scored).toBeGreaterThan(0);
    expect(report.coverage.scored).toBeLessThan(12);
    expect(modelResolver.asked.length).toBeLessThan(12);
  });

  test("a signal that has fired already gives an empty report", async () => {
    const config = base();
    const report = await runBenchmark({ ...config, signal: AbortSignal.abort() });
    expect(report).toMatchObject({ aborted: true, subjects: ["planner", "solo"], results: [] });
    expect(config.modelResolver.asked).toEqual([]);
    for (const format of ["table", "markdown", "json"] as const) {
      expect(renderScorecard(report, format)).toContain("planner");
    }
  });

  test("an errored cell is 0 and keeps its error; a judge that fails leaves the cell unscored, never 0", async () => {
    const modelResolver = answering(({ system }) => {
      if (system.includes("planner")) throw new Error("the planner lost its plan");
      return "something";
    });
    const errored = await runBenchmark({ ...base(), modelResolver });
    expect(errored.results.find((cell) => cell.subject === "planner")).toMatchObject({
      score: 0,
      errored: true,
      outcome: "errored",
      error: { message: expect.stringContaining("the planner lost its plan") },
    });
    expect(overall(errored, "planner")).toMatchObject({ mean: 0, runs: 6, successfulRuns: 0 });

    const unread = await runBenchmark({ ...base(), judgeResolver: answering("I would rather not say.") });
    expect(unread.results[0]).toMatchObject({ outcome: "unscored", errored: false });
    expect(unread.coverage).toMatchObject({ planned: 12, scored: 0, missing: { unscored: 12 } });
  });

  test("judgeResolver: a mock may answer with findings of a score and an assessment each", async () => {
    const judgeResolver: ModelResolver = (modelId) => ({
      modelId,
      generate: async () => ({
        structuredOutput: {
          findings: [
            { criterion: "Says something", score: 0.8, assessment: "It does." },
            { criterion: "Says it well", score: 0.6, assessment: "Fairly." },
          ],
          overallAssessment: "Good.",
        },
      }),
    });
    const report = await runBenchmark({ ...base(), judgeResolver });
    expect(overall(report, "planner")).toMatchObject({
      mean: 0.7,
      stddev: 0,
      passRate: 1,
      successfulRuns: 6,
    });
    expect(report.results[0]!.findings).toMatchObject([
      { criterion: "Says something", score: 0.8, evidence: "It does." },
      { criterion: "Says it well", score: 0.6, evidence: "Fairly." },
    ]);
  });

  test("the judge is blind: it sees the task and the output, never the subject's name or the reference", async () => {
    const tasks = tasksOf("reasoning").map((task) => ({ ...task, expected: "the-secret-reference" }));
    const config = { ...base(), tasks };
    await runBenchmark(config);
    for (const { system, user } of config.judgeResolver.asked) {
      const request = `${system}\n${user}`;
      expect(request).toContain(tasks[0]!.prompt);
      expect(request).toContain("something");
      expect(request).not.toMatch(/planner|solo|the-secret-reference/);
    }
  });

  test.each([
    ["duplicate subject names", { subjects: [subject("a"), subject("a")] }, 'Two subjects are called "a"'],
    ["duplicate task ids", { tasks: [...tasksOf("x"), ...tasksOf("y")] }, 'Two tasks have the id "t1"'],
    ["no subjects", { subjects: [] }, "There is no subject to run"],
    ["no tasks", { tasks: [] }, "There is no task to run"],
    ["runs of 0", { runs: 0 }, "runs is 0"],
    ["concurrency of 1.5", { concurrency: 1.5 }, "concurrency is 1.5"],
    ["a budget of -1", { maxCostUsd: -1 }, "maxCostUsd is -1"],
    ["an empty rubric", { tasks: [{ ...tasksOf("x")[0]!, rubric: [] }] }, "has an empty rubric"],
    ["a category called overall", { tasks: tasksOf("overall") }, 'the category "overall"'],
  ])("%s: an error before anything runs", async (_what, change, message) => {
    const config = { ...base(), ...change };
    await expect(runBenchmark(config)).rejects.toThrow(message);
    expect(config.modelResolver.asked).toEqual([]);
  });

  test("every mistake is told at once", async () => {
    const broken = runBenchmark({ ...base(), runs: 0, concurrency: 0 });
    await expect(broken).rejects.toMatchObject({ code: "benchmark-config", problems: { length: 2 } });
  });
});

describe("comparePatterns(registry, names, config)", () => {
  const registry: BenchmarkRegistry = {
    echo: { patternName: "echo", build: () => subject("echo") },
    relay: { patternName: "relay", build: () => subject("relay") },
  };
  const { subjects: _subjects, ...config } = base();

  test("resolves names against registry, appends the single-generator baseline, and runs", async () => {
    const report = await comparePatterns(registry, ["relay", "echo"], config);
    expect(report.subjects).toEqual(["relay", "echo", "single-generator"]);
    expect(report).toMatchObject({
      baselineSubjects: ["single-generator"],
      primaryBaseline: "single-generator",
    });
  });

  test("unless baseline: false; deltas are then 0", async () => {
    const report = await comparePatterns(registry, ["echo"], { ...config, baseline: false });
    expect(report.subjects).toEqual(["echo"]);
    expect(report.rankings.overall).toEqual([
      { subject: "echo", mean: 1, deltaVsBaseline: 0, credible: false },
    ]);
    expect(report.comparisons).toEqual([]);
  });

  test("throws a clear error naming the available patterns when a name is missing", async () => {
    await expect(comparePatterns(registry, ["ecko"], config)).rejects.toThrow(
      'Unknown pattern "ecko". Did you mean "echo"? Available patterns: echo, relay.',
    );
    await expect(comparePatterns(registry, ["toString"], config)).rejects.toMatchObject({
      code: "unknown-pattern",
    });
  });

  test("baselineModels: the run's model keeps its name, others are pure-<model>, names never collide", async () => {
    const report = await comparePatterns(registry, ["echo"], {
      ...config,
      baselineModels: ["anthropic/claude-opus-4-6", "openrouter/anthropic/claude-opus-4-6", model],
    });
    expect(report.subjects).toEqual([
      "echo",
      "single-generator",
      "pure-anthropic/claude-opus-4-6",
      "pure-openrouter/anthropic/claude-opus-4-6",
    ]);
    expect(report.primaryBaseline).toBe("single-generator");
  });

  test("uses reaches the adapters and the baseline", async () => {
    const built = vi.fn(() => subject("echo"));
    const ping = handler({ name: "ping", inputSchema: z.object({}), execute: () => "pong" });
    const uses = [defineCapability({ name: "pinging", presets: { tools: { tools: [ping] } } })];
    const tools: string[][] = [];
    const modelResolver = Object.assign(
      (modelId: string) => ({
        modelId,
        async generate(options: { tools?: { name: string }[] }) {
          tools.push((options.tools ?? []).map(({ name }) => name));
          return { text: "something" };
        },
      }),
      {},
    );
    await comparePatterns({ echo: { patternName: "echo", build: built } }, ["echo"], {
      ...config,
      modelResolver: modelResolver as never,
      runs: 1,
      uses,
    });
    expect(built).toHaveBeenCalledWith({ model, uses });
    expect(tools.some((names) => names.includes("ping"))).toBe(true);
  });
});

describe("baselineSubject(options)", () => {
  test("builds the single-generator control: one generator that answers the task prompt directly", async () => {
    const only = baselineSubject({ model });
    expect(only).toMatchObject({
      name: "single-generator",
      kind: "baseline",
      model,
      calls: { min: 1, max: 1 },
    });
    const modelResolver = answering("42");
    const tasks = tasksOf("reasoning");
    const report = await runBenchmark({ ...base(), subjects: [only], tasks, modelResolver, runs: 1 });
    expect(modelResolver.asked).toHaveLength(1);
    expect(modelResolver.asked[0]).toMatchObject({ blockName: "single-generator-generator" });
    expect(modelResolver.asked[0]!.user).toContain(tasks[0]!.prompt);
    expect(report.results[0]!.output).toBe("42");
  });

  test("name defaults to single-generator and may be another", () => {
    expect(baselineSubject({ model, name: "plain" }).name).toBe("plain");
  });
});

describe("defineBenchmark(def)", () => {
  test("identity at runtime; throws if the task suite is empty", () => {
    const definition = { name: "mine", tasks: tasksOf("reasoning"), model };
    expect(defineBenchmark(definition)).toBe(definition);
    expect(() => defineBenchmark({ ...definition, tasks: [] })).toThrow(
      "The benchmark mine has an empty task suite",
    );
    expect(() => defineBenchmark({ name: "mine", model } as never)).toThrow("empty task suite");
  });
});

describe("beyond the page", () => {
  test("the output that is kept is the text that was judged, also of one that is no JSON", async () => {
    const circle: Record<string, unknown> = { word: "round" };
    circle.self = circle;
    const round = handler({ name: "round", execute: () => circle });
    const config = base();
    const report = await runBenchmark({
      ...{ ...config, runs: 1, tasks: tasksOf("reasoning") },
      subjects: [{ ...subject("planner"), sequencer: sequencer({ name: "planner" }).step(round) }],
    });
    expect(report.results[0]!.output).toContain("word: 'round'");
    expect(config.judgeResolver.asked[0]!.user).toContain(report.results[0]!.output);
  });

  test("a run in a store goes on where it was stopped, and no finished cell runs again", async () => {
    const store = createSqliteStore(":memory:");
    const stop = new AbortController();
    const first = answering(() => {
      if (first.asked.length >= 5) stop.abort();
      return "something";
    });
    const partial = await runBenchmark({
      ...base(),
      store,
      modelResolver: first,
      signal: stop.signal,
      concurrency: 1,
    });
    expect(partial.coverage.scored).toBeLessThan(12);
    const second = answering("something");
    const whole = await runBenchmark({ ...base(), store, modelResolver: second, resume: true });
    expect(whole.runId).toBe(partial.runId);
    expect(whole.coverage.scored).toBe(12);
    expect(second.asked.length).toBe(12 - partial.coverage.scored);
    expect(
      whole.results.every(({ output, findings }) => output === "something" && findings?.length === 2),
    ).toBe(true);
    await store.close();
  });

  test("money of subject and judge is booked apart", async () => {
    const report = await runBenchmark(base());
    const { subjectCostUsd, judgeCostUsd, costUsd } = report.results[0]!;
    expect(subjectCostUsd).toBeGreaterThan(0);
    expect(judgeCostUsd).toBeGreaterThan(0);
    expect(costUsd).toBeCloseTo(subjectCostUsd! + judgeCostUsd!, 12);
    expect(report.totalCostUsd).toBeCloseTo(
      report.results.reduce((sum, cell) => sum + cell.costUsd, 0),
      9,
    );
  });

  test("a judge that passes a canary is void, and no subject is run", async () => {
    const config = base();
    const run = runBenchmark({ ...config, judge: { canaries: true } });
    await expect(run).rejects.toMatchObject({ code: "judge-void" });
    expect(config.modelResolver.asked).toEqual([]);
  });

  test("a sound judge passes its canaries and its golden set, and the report says so", async () => {
    const judgeResolver = answering(verdicts(({ user }) => /<output>\s*something\s*<\/output>/.test(user)));
    const report = await runBenchmark({
      ...base(),
      judgeResolver,
      judge: {
        canaries: true,
        golden: [
          { prompt: "p", rubric: ["a"], output: "something", labels: [true] },
          { prompt: "p", rubric: ["a"], output: "nothing", labels: [false] },
        ],
      },
    });
    expect(report.judge).toMatchObject({
      models: [judgeModel],
      canaries: { passed: [] },
      golden: { labels: 2, agreement: 1 },
    });
    expect(report.judge!.canaries!.judged).toBeGreaterThanOrEqual(5);
    const ofCells = report.results.reduce((sum, cell) => sum + cell.costUsd, 0);
    expect(report.totalCostUsd).toBeGreaterThan(ofCells);
  });

  test("tasks without a rubric are scored by the scorers alone, with no judge call", async () => {
    const config = base();
    const report = await runBenchmark({
      ...config,
      tasks: [{ id: "t", category: "own", prompt: "Say something", rubric: [] }],
      scorers: [{ name: "half", score: () => ({ score: 0.5, passed: true }) }],
    });
    expect(config.judgeResolver.asked).toEqual([]);
    expect(report.results[0]).toMatchObject({ score: 0.5, passed: true });
  });
});

function overall(report: CompleteReport, name: string) {
  return report.stats.find((stat) => stat.subject === name && stat.category === "overall");
}
