import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { answering, subject, tasksOf, verdicts } from "../../../test/support/plain-models.ts";
import { exactMatch } from "../../scorers/exact-match.ts";
import { baselineSubject } from "../baseline-subject.ts";
import { comparePatterns } from "../compare-patterns.ts";
import { defineBenchmark } from "../define-benchmark.ts";
import { planBenchmark } from "../forecast/plan-benchmark.ts";
import { runBenchmark } from "../run-benchmark.ts";
import { comparisonFields, definitionFields, judgeFields, runFields } from "./config-fields.ts";

const modelResolver = answering("something");
const judgeResolver = answering(verdicts(() => true));
const base = {
  ...{ subjects: [subject("planner")], tasks: tasksOf("a"), runs: 1, model: "openai/gpt-5.4-mini" },
  ...{ judgeModel: "anthropic/claude-haiku-4-5", modelResolver, judgeResolver },
};
const registry = { solo: { patternName: "solo", build: () => subject("solo") } };

type Holds = (value: unknown) => boolean;
const isText: Holds = (value) => typeof value === "string";
const isNumber: Holds = (value) => typeof value === "number";
const isBoolean: Holds = (value) => typeof value === "boolean";
const isFunction: Holds = (value) => typeof value === "function";
const isList: Holds = (value) => Array.isArray(value);
const isObject: Holds = (value) => typeof value === "object" && value !== null && !Array.isArray(value);
const never: Holds = () => false;
const isNothing: Holds = (value) => value === null;

/** By option: what is of its type. All else is wrong, also objects that are none of ours. */
const types: Record<string, Holds> = {
  ...{ subjects: isList, tasks: isList, scorers: isList, baselineModels: isList, uses: isList },
  ...{ patterns: isList, regrade: isText, model: isText, judgeModel: isText, name: isText, store: isText },
  ...{ runs: isNumber, concurrency: isNumber, maxCostUsd: isNumber, cellTimeoutMs: isNumber },
  ...{ margin: isNumber, seed: isNumber, baseline: isBoolean, resume: isBoolean, outputs: isBoolean },
  ...{ modelResolver: isFunction, judgeResolver: isFunction, onEvent: isFunction, onJudgeCheck: isFunction },
  ...{ judge: isObject, limits: isObject, registry: isObject },
  ...{ prices: never, cache: never, sharing: never, signal: isNothing, drain: isNothing },
};
const ofJudge: Record<string, Holds> = {
  ...{ panel: isList, golden: isList, canaries: isBoolean, scale: isText, repeats: isNumber },
  ...{ threshold: isNumber, retries: isNumber, maxTokens: isNumber, temperature: isNumber },
  timeoutMs: isNumber,
};
const ofLimits: Record<string, Holds> = {
  ...{ providers: isObject, strict: isBoolean, allowUnpriced: isBoolean, cellBudgetUsd: isNumber },
  ...{ maxAttempts: isNumber, backoffBaseMs: isNumber, backoffMaxMs: isNumber },
  ...{ maxRetryAfterMs: isNumber, graceMs: isNumber, settleMs: isNumber },
};
const ofTask: Record<string, Holds> = {
  ...{ id: isText, category: isText, prompt: isText, rubric: isList, metadata: isObject, family: isText },
};
const ofSubject: Record<string, Holds> = {
  ...{ name: isText, kind: isText, sequencer: never, mapTask: isFunction, model: isText, models: isList },
  calls: isObject,
};
const ofScorer: Record<string, Holds> = {
  ...{ name: isText, score: isFunction, timeoutMs: isNumber, threshold: isNumber, asksModels: isBoolean },
  asks: isList,
};

const anything = fc.oneof(
  fc.constantFrom<unknown>(null, true, false, 0, 1, -1, Number.NaN, 1n, "", "no", "yes", [], [null], {}),
  fc.constantFrom<unknown>(() => {}, Symbol("odd"), new AbortController(), new Date(0), Object.create(null)),
  fc.anything({ withBigInt: true, withDate: true, withMap: true, withSet: true, withNullPrototype: true }),
);
/** Values of a wrong type. What is undefined is left out. */
const wrongFor = (holds: Holds) => anything.filter((value) => value !== undefined && !holds(value));

async function expectRefused(run: () => unknown, option: string): Promise<void> {
  for (const { asked } of [modelResolver, judgeResolver]) asked.length = 0;
  const error = await Promise.resolve()
    .then(run)
    .then(
      () => undefined,
      (thrown: unknown) => thrown,
    );
  if (!(error instanceof Error)) throw new Error(`${option} was taken.`);
  expect([error.name, String((error as { code?: unknown }).code)]).not.toContain("TypeError");
  expect((error as { code?: unknown }).code, error.stack).toBe("benchmark-config");
  expect(error.message).toContain(option);
  expect([...modelResolver.asked, ...judgeResolver.asked]).toEqual([]);
}

function eachWrong(
  table: Record<string, Holds>,
  options: readonly string[],
  tryIt: (option: string, value: unknown) => Promise<void>,
): void {
  expect(options.filter((option) => table[option] === undefined)).toEqual([]);
  test.each(options)("%s", async (option) => {
    await fc.assert(
      fc.asyncProperty(wrongFor(table[option]!), (value) => tryIt(option, value)),
      { numRuns: 60 },
    );
  });
}

describe("a wrong type in an option of runBenchmark is refused by its name:", () => {
  eachWrong(types, runFields, (option, value) =>
    expectRefused(() => runBenchmark({ ...base, [option]: value } as never), option),
  );
});

describe("of planBenchmark:", () => {
  eachWrong({ ...types, store: never }, runFields, (option, value) =>
    expectRefused(() => planBenchmark({ ...base, [option]: value } as never), option),
  );
});

describe("of comparePatterns:", () => {
  const { subjects: _, ...compared } = base;
  // Of subjects nothing is right.
  const options = comparisonFields.filter((option) => option !== "subjects");
  eachWrong(types, options, (option, value) =>
    expectRefused(
      () => comparePatterns(registry, ["solo"], { ...compared, [option]: value } as never),
      option,
    ),
  );
});

describe("of a definition:", () => {
  eachWrong(types, definitionFields, (option, value) =>
    expectRefused(() => defineBenchmark({ ...base, name: "mine", [option]: value } as never), option),
  );
});

describe("of the judge:", () => {
  eachWrong(ofJudge, judgeFields, (option, value) =>
    expectRefused(() => runBenchmark({ ...base, judge: { [option]: value } } as never), `judge.${option}`),
  );
});

describe("of the limits:", () => {
  eachWrong(ofLimits, Object.keys(ofLimits), (option, value) =>
    expectRefused(() => runBenchmark({ ...base, limits: { [option]: value } } as never), option),
  );
});

describe("of a task:", () => {
  eachWrong(ofTask, Object.keys(ofTask), (option, value) =>
    expectRefused(
      () => runBenchmark({ ...base, tasks: [{ ...base.tasks[0], [option]: value }] } as never),
      option,
    ),
  );
});

describe("of a subject:", () => {
  eachWrong(ofSubject, Object.keys(ofSubject), (option, value) =>
    expectRefused(
      () => runBenchmark({ ...base, subjects: [{ ...base.subjects[0], [option]: value }] } as never),
      option,
    ),
  );
});

describe("of a scorer:", () => {
  eachWrong(ofScorer, Object.keys(ofScorer), (option, value) =>
    expectRefused(
      () => runBenchmark({ ...base, scorers: [{ ...exactMatch(), [option]: value }] } as never),
      option,
    ),
  );
});

describe("of the limits of a provider:", () => {
  const isLimit: Holds = (value) => isNumber(value) || isObject(value) || isNothing(value);
  const table = { requestsPerMinute: isNumber, tokensPerMinute: isNumber, concurrency: isLimit };
  eachWrong(table, Object.keys(table), (option, value) =>
    expectRefused(
      () => runBenchmark({ ...base, limits: { providers: { openai: { [option]: value } } } } as never),
      `providers.openai.${option}`,
    ),
  );
});

describe("of a labelled output:", () => {
  const item = { id: "one", prompt: "Say yes.", rubric: ["Says yes"], output: "yes", labels: [true] };
  const table = { id: isText, prompt: isText, rubric: isList, labels: isList };
  eachWrong(table, Object.keys(table), (option, value) =>
    expectRefused(
      () => runBenchmark({ ...base, judge: { golden: [{ ...item, [option]: value }] } } as never),
      option === "labels" ? "label" : option,
    ),
  );
});

describe("of a baseline:", () => {
  const table = { model: isText, name: isText, uses: isList };
  eachWrong(table, Object.keys(table), (option, value) =>
    expectRefused(() => baselineSubject({ model: base.model, [option]: value } as never), option),
  );
});
