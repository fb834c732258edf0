import { existsSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test, vi } from "vitest";
import { answering, subject, tasksOf, verdicts } from "../../../test/support/plain-models.ts";
import { baselineSubject } from "../baseline-subject.ts";
import { comparePatterns } from "../compare-patterns.ts";
import { planBenchmark } from "../forecast/plan-benchmark.ts";
import { runBenchmark } from "../run-benchmark.ts";

const model = "openai/gpt-5.4-mini";
const base = () => ({
  ...{ subjects: [subject("planner")], tasks: tasksOf("a"), runs: 1, model },
  judgeModel: "anthropic/claude-haiku-4-5",
  modelResolver: answering("something"),
  judgeResolver: answering(verdicts(() => true)),
});
const refused = (message: string | RegExp) =>
  expect.objectContaining({ code: "benchmark-config", message: expect.stringMatching(message) });

/** A task with these criteria. */
const ruled = (...rubric: unknown[]) => tasksOf("a").map((task) => ({ ...task, rubric }));

test.each([[undefined], [null], ["x"], [[]]])("%j is no configuration", async (config) => {
  await expect(runBenchmark(config as never)).rejects.toEqual(
    refused(/^The configuration is .*: give an object with subjects, tasks and model\.$/),
  );
  await expect(planBenchmark(config as never)).rejects.toEqual(refused("^The configuration is "));
});

test.each([
  [{ scorers: {} }, /^scorers is \{\}; it has to be a list of scorers/],
  [{ scorers: null }, /^scorers is null; it has to be a list/],
  [{ judgeModel: 5 }, /^judgeModel is 5; it has to be the id of a model, or be left out\.$/],
  [{ judgeModel: " " }, /^judgeModel is empty: give the id of a model, or leave it out\.$/],
  [{ model: "   " }, /^There is no model: give the id of one/],
  [{ model: 7 }, /^model is 7; it has to be the id of a model/],
  [
    { tasks: [{ ...tasksOf("a")[0]!, rubric: "Says it" }] },
    /"t1" has a rubric that is the text "Says it"; it has to be a list/,
  ],
  [
    { tasks: tasksOf("a").map((task) => ({ ...task, family: " " })) },
    /^The task "t1" has a family that is .*; it has to be a text, or be left out\.$/,
  ],
  [
    { tasks: ruled("Says it", 5) },
    /^Criterion 2 in the rubric of the task "t1" is 5; it has to be a text, such as "Names the year"\.$/,
  ],
  [{ tasks: ruled(null) }, /^Criterion 1 in the rubric of the task "t1" is null; it has to be a text/],
  [
    { tasks: ruled(" ", ["x"]) },
    /^The benchmark has 2 mistakes:\n- Criterion 1 in .* is empty: say what it asks for, or take it out\.\n- Criterion 2 /,
  ],
  [
    { tasks: ruled({ text: "Names the year", weight: 2 }) },
    /^Criterion 1 in the rubric of the task "t1" is an object with a text; the criteria of a benchmark are plain texts that all count the same: write "Names the year"\.$/,
  ],
  [{ tasks: tasksOf("a").map((task) => ({ ...task, id: "t\0" })) }, /^The id of task 1 has a NUL character/],
  [{ tasks: tasksOf("a").map((task) => ({ ...task, id: " " })) }, /^Task 1 has no id\.$/],
  [{ tasks: tasksOf("\n") }, /^The task "t1" has no category\.$/],
  [{ subjects: [{ ...subject("a"), name: " " }] }, /^Subject 1 has no name\.$/],
  [{ subjects: [subject("a\0b")] }, /^The name of subject 1 has a NUL character in it: take it out\.$/],
  [{ runs: "3" }, /^runs is the text "3"; it has to be a whole number from 1\.$/],
  [{ runs: 2.5 }, /^runs is 2\.5; it has to be/],
  [{ concurrency: Number.NaN }, /^concurrency is NaN; it has to be/],
  [{ maxCostUsd: "1" }, /^maxCostUsd is the text "1"; it has to be an amount of dollars, 0 or more/],
  [{ margin: 0 }, /^margin is 0; it has to be a difference above 0 and below 1\.$/],
  [{ margin: 5 }, /^margin is 5; it has to be a difference above 0 and below 1\.$/],
  [{ limits: { cellBudgetUsd: "1" } }, /^limits\.cellBudgetUsd is the text "1"; it has to be/],
  [{ judge: null }, /^judge is null; it has to be an object/],
  [{ judge: "strict" }, /^judge is the text "strict"; it has to be an object/],
  [{ judge: { panel: "a/b" } }, /^judge\.panel is the text "a\/b"; it has to be a list of ids/],
  [{ judge: { panel: [] } }, /^The panel of judges is empty/],
  [{ limits: null }, /^limits is null; it has to be an object/],
  [{ judge: { panels: [] } }, /^There is no field judge\.panels: did you mean judge\.panel\?$/],
  [{ judge: { canarys: true } }, /^There is no field judge\.canarys: did you mean judge\.canaries\?$/],
  [{ judge: { model: "a/b" } }, /^There is no field judge\.model: the model of the judge is judgeModel, or/],
  [{ limits: { maxAtempts: 5 } }, /^limits: There is no limit maxAtempts\. Did you mean maxAttempts\?$/],
  [{ limits: { maxAttempts: 0 } }, /^limits: The limit maxAttempts is 0; it has to be/],
  [{ limits: { concurrency: 5 } }, /^limits\.concurrency is not read: give concurrency beside limits\.$/],
  [{ limits: { budgetUsd: 5 } }, /^limits\.budgetUsd is not read: give maxCostUsd beside limits\.$/],
  [{ limits: { providers: "openai" } }, /^limits\.providers is the text "openai"; it has to be an object/],
  [{ limits: { providers: { openai: null } } }, /^limits\.providers\.openai is null; it has to be an object/],
  [
    { limits: { providers: { openai: { requestPerMinute: 5 } } } },
    /^limits: There is no limit providers\.openai\.requestPerMinute\. Did you mean providers\.openai\.requestsPer/,
  ],
  [{ resume: true }, /^resume has nothing to go on from: give store too, a store or the file of one\.$/],
  [{ resume: "no" }, /^resume is the text "no"; it has to be true or false\.$/],
  [{ seed: "x" }, /^seed is the text "x"; it has to be a whole number\.$/],
  [{ seed: 0.5 }, /^seed is 0\.5; it has to be a whole number\.$/],
  [{ judge: { repeats: 0 } }, /^judge\.repeats is 0; give a whole number from 1\.$/],
  [{ judge: { threshold: 2 } }, /^judge\.threshold is 2; give a number from 0 to 1\.$/],
  [{ judge: { threshold: null } }, /^judge\.threshold is null; give a number from 0 to 1\.$/],
  [{ judge: { scale: "x" } }, /^judge\.scale is x; give binary or graded\.$/],
  [{ judge: { retries: -1 } }, /^judge\.retries is -1; give a whole number from 0\.$/],
  [{ judge: { maxTokens: 0 } }, /^judge\.maxTokens is 0; give a whole number from 1\.$/],
  [{ judge: { temperature: -1 } }, /^judge\.temperature is -1; give a number from 0\.$/],
  [{ judge: { timeoutMs: "5" } }, /^judge\.timeoutMs is 5; give milliseconds above 0\.$/],
  [{ judge: { name: "a/b" } }, /^judge\.name is "a\/b"; give letters, digits and - _ \. only\.$/],
  [{ judge: { panel: ["a/b", "c/d", "a/b"] } }, /^judge\.panel names a\/b twice: to ask one several times/],
  [
    { runs: 1e9 },
    /^The benchmark has 1,000,000,000 cells \(1 subject × 1 task × 1,000,000,000 runs\), and 10,000,000 are the most/,
  ],
  [{ subjects: [undefined, ...base().subjects] }, /^Subject 1 has no name\.$/],
  [
    { subjects: [{ ...base().subjects[0], sequencer: null }] },
    /^The subject ".+" has a sequencer that is null; it has to be a block\.$/,
  ],
  [{ onEvent: {} }, /^onEvent is \{\}; it has to be a function/],
  [{ modelResolver: {} }, /^modelResolver is \{\}; it has to be a function/],
  [{ modelResolver: "x" }, /^modelResolver is the text "x"; it has to be a function/],
  [{ judgeResolver: 5 }, /^judgeResolver is 5; it has to be a function/],
  [{ store: null }, /^store is null; it has to be the file of a store, or a store such as createSqliteStore/],
  [{ store: {} }, /^store is \{\}, which has no function runs; it has to be the file of a store/],
  [{ store: " " }, /^store is empty: give the file of a store, or leave it out\.$/],
  [{ prices: {} }, /^prices is \{\}, which has no function price; it has to be a table of prices: give/],
  [{ prices: { price: 5, cost: 5 } }, /^prices is \{.*\}, which has no function price;/],
  [
    { prices: { price: () => null, cost: () => null, snapshot: () => null } },
    /^prices\.snapshot gives null; it has to give version and models/,
  ],
  [{ cache: {} }, /^cache is \{\}, which has no function get; it has to be a cache, such as createFileCache/],
  [
    { sharing: { role: "planner" } },
    /^sharing is \{"role":"planner"\}; it has to be \{ role: "planner", dis/,
  ],
  [{ judge: { canaries: "yes" } }, /^judge\.canaries is the text "yes"; it has to be true or false\.$/],
  [{ limits: { strict: "no" } }, /^limits\.strict is the text "no"; it has to be true or false\.$/],
  [{ limits: { graceMs: "5" } }, /^limits\.graceMs is the text "5"; it has to be a number\.$/],
  [{ subjects: "all" }, /^subjects is the text "all"; it has to be a list of subjects\.$/],
  [{ tasks: {} }, /^tasks is \{\}; it has to be a list of tasks\.$/],
  [{ maxCostUSD: 1 }, /^There is no field maxCostUSD: did you mean maxCostUsd\?$/],
  [{ strict: true }, /^There is no field strict: it is a limit, so write limits: \{ strict: … \}\.$/],
  [{ allowUnpriced: true }, /^There is no field allowUnpriced: it is a limit, so write limits: \{ allow/],
  [{ concurency: 1 }, /^There is no field concurency: did you mean concurrency\?$/],
  [
    { subjects: gapped(subject("a"), subject("b")) },
    /^subjects has nothing at place 2: take out a comma too many\.$/,
  ],
  [
    { tasks: gapped(tasksOf("a", "b")[0], tasksOf("a", "b")[1]) },
    /^tasks has nothing at place 2: take out a comma too many\.$/,
  ],
  [
    { tasks: tasksOf("a").map((task) => ({ ...task, rubric: gapped("c", "d") })) },
    /^The rubric of the task "t1" has nothing at place 2: /,
  ],
])("%j is refused with a sentence, and nothing is asked", async (change, message) => {
  const good = base();
  await expect(runBenchmark({ ...good, ...change } as never)).rejects.toEqual(refused(message));
  expect([...good.modelResolver.asked, ...good.judgeResolver.asked]).toEqual([]);
});

test("all mistakes are told at once, those of the judge among them", async () => {
  const wrong = { judge: { repeats: 0, scale: "x", threshold: 2 }, runs: 0, seed: "x" };
  await expect(runBenchmark({ ...base(), ...wrong } as never)).rejects.toMatchObject({
    problems: [
      ...["judge.repeats", "judge.scale", "judge.threshold", "runs", "seed"].map((field) =>
        expect.stringMatching(`^${field} is `),
      ),
    ],
  });
});

test("what is near to too much is planned, and runs at once when it is stopped already", async () => {
  const most = { ...base(), runs: 1e7, signal: AbortSignal.abort() };
  expect((await planBenchmark(most)).cells).toBe(1e7);
  await expect(planBenchmark({ ...most, runs: 1e7 + 1 })).rejects.toEqual(
    refused("^The benchmark has 10,000,001 "),
  );
  expect(await runBenchmark(most)).toMatchObject({ aborted: true, coverage: { planned: 1e7, scored: 0 } });
});

test("a plan needs no store to go on from", async () => {
  expect((await planBenchmark({ ...base(), resume: true })).cells).toBe(1);
});

test.each(["signal", "drain"])("a %s that is none is refused before a store is opened", async (field) => {
  const store = join(tmpdir(), `no-run-${process.pid}-${field}.db`);
  for (const [value, said] of [
    [{}, "{}"],
    ["x", 'the text "x"'],
    [new AbortController(), "an object of AbortController"],
  ] as const) {
    await expect(runBenchmark({ ...base(), store, [field]: value })).rejects.toEqual(
      refused(`^${field} is ${said}; it has to be an AbortSignal, such as the signal of an AbortController`),
    );
  }
  expect(existsSync(store)).toBe(false);
});

test("a field that is near to none is nobody's business", async () => {
  const report = await runBenchmark({ ...base(), ...{ owner: "somebody", xyz: 1 } });
  expect(report.coverage.scored).toBe(1);
});

const registry = { solo: { patternName: "solo", build: () => subject("solo") } };
/** A configuration of `comparePatterns`, which makes the subjects itself. */
const compared = () => {
  const { subjects: _, ...rest } = base();
  return rest;
};

test.each([
  [
    "no registry",
    undefined,
    ["solo"],
    compared(),
    /^The registry is undefined; it has to be an object of adapters/,
  ],
  [
    "a map for a registry",
    new Map(Object.entries(registry)),
    ["solo"],
    compared(),
    /^The registry is an object of Map; it has to be an object of adapters/,
  ],
  ["no configuration", registry, ["solo"], undefined, /^The configuration is undefined: give an object with/],
  [
    "no build",
    { odd: { patternName: "odd" } },
    ["odd"],
    compared(),
    /^The adapter of the pattern "odd" has no build/,
  ],
  [
    "no adapter",
    { odd: undefined },
    ["odd"],
    compared(),
    /^The adapter of the pattern "odd" has no build function/,
  ],
  [
    "nothing built",
    { odd: { build: () => {} } },
    ["odd"],
    compared(),
    /^The adapter of the pattern "odd" built undefined/,
  ],
  [
    "a promise built",
    { odd: { build: () => Promise.reject(new Error("nobody waits")) } },
    ["odd"],
    compared(),
    /^The adapter of the pattern "odd" built an object of Promise; build has to return a subject itself/,
  ],
  [
    "subjects that nobody would run",
    registry,
    ["solo"],
    base(),
    /^comparePatterns takes no subjects, so those given would not run: name patterns of the registry, or give your subjects to runBenchmark\.$/,
  ],
  [
    "models that are a text",
    registry,
    ["solo"],
    { ...compared(), baselineModels: "a/b" },
    /^baselineModels is the text/,
  ],
  [
    "models of baselines and no baseline",
    registry,
    ["solo"],
    { ...compared(), baseline: false, baselineModels: ["a/b", "c/d"] },
    /^baseline is false, so the baselineModels a\/b, c\/d would not run: leave one of the two fields out\.$/,
  ],
  [
    "no model",
    registry,
    ["solo"],
    { ...compared(), model: undefined },
    /^There is no model: give the id of one/,
  ],
  [
    "a slip",
    registry,
    ["solo"],
    { ...compared(), baselin: false },
    /^There is no field baselin: did you mean baseline\?$/,
  ],
])("comparePatterns with %s", async (_what, given, names, config, message) => {
  await expect(comparePatterns(given as never, names, config as never)).rejects.toEqual(refused(message));
});

test.each([
  ["an error", new RangeError("There is no such board."), "There is no such board."],
  ["an object", { message: "no board" }, "no board."],
  ["a text", "no board", "no board."],
  ["nothing", undefined, "undefined."],
])("an adapter that throws %s is named", async (_what, thrown, said) => {
  const build = () => {
    throw thrown;
  };
  const running = comparePatterns({ odd: { patternName: "odd", build } }, ["odd"], compared());
  const error = await running.catch((each: unknown) => each);
  expect(error).toMatchObject({
    code: "benchmark-config",
    message: `The adapter of the pattern "odd" could not build its subject: ${said}`,
  });
  expect((error as Error).cause).toBe(thrown);
});

test("lists with a gap given to comparePatterns are told", async () => {
  for (const config of [{ baselineModels: gapped("a/b", "c/d") }, { uses: new Array(1) }])
    await expect(comparePatterns(registry, ["solo"], { ...compared(), ...config } as never)).rejects.toThrow(
      / has nothing at place [12]: take out a comma too many\./,
    );
  await expect(comparePatterns(registry, gapped("solo", "solo") as string[], compared())).rejects.toEqual(
    refused(/they have to be a list of names, such as/),
  );
});

test("subjects that are undefined were not given", async () => {
  const config = { ...compared(), subjects: undefined };
  expect((await comparePatterns(registry, ["solo"], config)).subjects).toContain("solo");
});

test.each([[undefined], [null], [{}], [{ model: " " }], ["a/b"]])("baselineSubject(%j)", (options) => {
  expect(() => baselineSubject(options as never)).toThrow(
    refused(/^A baseline needs a model: baselineSubject\(\{ model: "…" \}\)\.$/),
  );
});

test("comparePatterns tells all mistakes at once, its own among them, and builds nothing", async () => {
  const build = vi.fn(() => subject("solo"));
  const wrong = { ...compared(), baseline: "no", runs: 0, judge: { canaries: "yes" }, prices: {}, tasks: [] };
  const running = comparePatterns({ solo: { patternName: "solo", build } }, ["sole"], wrong as never);
  await expect(running).rejects.toMatchObject({
    code: "benchmark-config",
    problems: [
      'Unknown pattern "sole". Did you mean "solo"? Available patterns: solo.',
      'baseline is the text "no"; it has to be true or false.',
      "There is no task to run: give at least one.",
      'judge.canaries is the text "yes"; it has to be true or false.',
      "runs is 0; it has to be a whole number from 1.",
      expect.stringMatching(/^prices is \{\}, which has no function price; it has to be a table of prices/),
    ],
  });
  expect(build).not.toHaveBeenCalled();
});

test("with no other mistake a name that is not there is an error of its own", async () => {
  await expect(comparePatterns(registry, ["sole"], compared())).rejects.toMatchObject({
    code: "unknown-pattern",
    message: expect.stringContaining("Available patterns: solo."),
  });
});

test("a registry is not asked to build for a configuration that is wrong", async () => {
  const build = vi.fn(() => subject("solo"));
  const wrong = { ...compared(), model: " " };
  await expect(comparePatterns({ solo: { patternName: "solo", build } }, ["solo"], wrong)).rejects.toThrow();
  expect(build).not.toHaveBeenCalled();
});

/** What `[first, , second]` makes. */
function gapped(first: unknown, second: unknown): unknown[] {
  const list = new Array<unknown>(3);
  list[0] = first;
  list[2] = second;
  return list;
}
