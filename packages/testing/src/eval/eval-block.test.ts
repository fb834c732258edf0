import { createAccount, generator, handler, runBlock } from "@flow-state-dev/core";
import { describe, expect, test, vi } from "vitest";
import { z } from "zod";
import { rejectionsDuring } from "../../test/support/rejections-during.ts";
import { createMockModelResolver } from "../mocks/create-mock-model-resolver.ts";
import { mockGenerator } from "../mocks/mock-generator.ts";
import { contains } from "../scorers/contains.ts";
import { custom } from "../scorers/custom.ts";
import { exactMatch } from "../scorers/exact-match.ts";
import { judgeScorer } from "../scorers/judge-scorer.ts";
import type { Scorer } from "../scorers/scorer.ts";
import { evalBlock } from "./eval-block.ts";

const double = handler({
  name: "double",
  inputSchema: z.number(),
  execute: (n) => {
    if (n < 0) throw new RangeError("below zero");
    return n * 2;
  },
});
const dataset = [
  { input: 1, expected: 2 },
  { id: "wrong", input: 2, expected: 5, metadata: { hard: true } },
  { input: -1, expected: -2 },
  { input: 4, expected: 8 },
];

test("every case is run and scored, in the order of the dataset", async () => {
  const small = custom<number>("small", ({ output, task }) => {
    if (task?.metadata?.hard) throw new Error("too hard to say");
    return output < 5 ? 1 : 0.25;
  });
  const report = await evalBlock(double, { dataset, scorers: [exactMatch(), small], concurrency: 3 });
  expect(report.results).toMatchObject([
    { caseId: "case-0", input: 1, output: 2, expected: 2, passed: true, scorerErrors: {}, costUsd: 0 },
    {
      ...{ caseId: "wrong", output: 4, passed: false },
      scores: { exactMatch: { score: 0, passed: false, reason: "Expected 5, got 4." } },
      scorerErrors: { small: "too hard to say" },
    },
    {
      ...{ caseId: "case-2", output: undefined, passed: false, scores: {} },
      error: { name: "RangeError", message: "below zero" },
    },
    {
      caseId: "case-3",
      output: 8,
      passed: false,
      scores: { exactMatch: { passed: true }, small: { score: 0.25 } },
    },
  ]);
  // Population deviation of 1, 0, 0, 1 and of 1, 0, 0.25.
  expect(report.summary).toEqual({
    exactMatch: { mean: 0.5, min: 0, max: 1, stddev: 0.5, passRate: 0.5, cases: 4, missing: 0 },
    small: {
      ...{ mean: 1.25 / 3, min: 0, max: 1, passRate: 1 / 3, cases: 3, missing: 1 },
      stddev: expect.closeTo(0.424918, 6),
    },
  });
  expect(report).toMatchObject({
    passed: false,
    planned: 4,
    aborted: false,
    budgetExceeded: false,
    costUsd: 0,
  });
  expect(report.timing.totalMs).toBeGreaterThanOrEqual(0);
});

test.each<[string, any]>([
  ["The dataset cannot be used: it is undefined; give a list of cases", { scorers: [] }],
  ["case 1 is null; write { input, expected }", { dataset: [{ input: 1 }, null], scorers: [] }],
  ["the id of case 0 is no text", { dataset: [{ id: 5, input: 1 }], scorers: [] }],
  ["The scorer list cannot be used: it is none; write scorers: [ … ].", { dataset }],
])("%s is told before anything runs", async (message, config) => {
  await expect(evalBlock(double, config)).rejects.toThrow(message);
});

test("it passes when all cases do, and never without cases", async () => {
  const good = dataset.filter(({ input }) => input === 1 || input === 4);
  expect((await evalBlock(double, { dataset: good, scorers: [exactMatch()] })).passed).toBe(true);
  expect((await evalBlock(double, { dataset: good, scorers: [] })).passed).toBe(true);
  expect((await evalBlock(double, { dataset, scorers: [] })).passed).toBe(false);
  const empty = await evalBlock(double, { dataset: [], scorers: [exactMatch()] });
  expect(empty).toMatchObject({
    passed: false,
    results: [],
    summary: { exactMatch: { mean: null, cases: 0 } },
  });
});

test("as many cases run at once as asked for", async () => {
  for (const concurrency of [1, 3]) {
    let running = 0;
    let most = 0;
    const slow = handler({
      name: "slow",
      execute: async (value: unknown) => {
        most = Math.max(most, ++running);
        await new Promise((resolve) => setTimeout(resolve, 5));
        running -= 1;
        return value;
      },
    });
    const cases = Array.from({ length: 7 }, (_, input) => ({ input }));
    const { results } = await evalBlock(slow, { dataset: cases, scorers: [], concurrency });
    expect(most).toBe(concurrency);
    expect(results.map(({ output }) => output)).toEqual([0, 1, 2, 3, 4, 5, 6]);
  }
});

describe("before anything runs", () => {
  const execute = vi.fn();
  const block = handler({ name: "b", execute });
  test.each([
    [
      "two cases of one id",
      {
        dataset: [
          { id: "a", input: 1 },
          { id: "a", input: 2 },
        ],
        scorers: [],
      },
      "invalid-dataset",
    ],
    ["two scorers of one name", { dataset, scorers: [exactMatch(), exactMatch()] }, "duplicate-scorer"],
    ["no concurrency", { dataset, scorers: [], concurrency: 0 }, "invalid-concurrency"],
  ])("%s is refused", async (_, config, code) => {
    await expect(evalBlock(block, config)).rejects.toMatchObject({ code });
    expect(execute).not.toHaveBeenCalled();
  });
});

describe("a stop gives a report of what there is", () => {
  test("while a block runs", async () => {
    const stop = new AbortController();
    const block = handler({
      name: "b",
      execute: (n: number) => {
        if (n < 2) return n;
        stop.abort();
        return new Promise<never>(() => {});
      },
    });
    const cases = [0, 1, 2, 3].map((input) => ({ input, expected: input }));
    const report = await evalBlock(block, { dataset: cases, scorers: [exactMatch()], signal: stop.signal });
    expect(report).toMatchObject({
      ...{ aborted: true, passed: false, planned: 4 },
      results: [{ caseId: "case-0" }, { caseId: "case-1" }],
      summary: { exactMatch: { mean: 1, cases: 2 } },
    });
  });

  test("while a scorer runs, and before the beginning", async () => {
    const stop = new AbortController();
    const stops = custom("stops", () => {
      stop.abort();
      return new Promise<never>(() => {});
    });
    const config = { dataset, scorers: [stops], signal: stop.signal };
    expect(await evalBlock(double, config)).toMatchObject({ aborted: true, passed: false, results: [] });
    expect(await evalBlock(double, config)).toMatchObject({ aborted: true, passed: false, results: [] });
  });

  test("after the end it changes nothing", async () => {
    const stop = new AbortController();
    const good = dataset.slice(0, 1);
    const config = {
      dataset: good,
      scorers: [exactMatch()],
      signal: stop.signal,
      onCase: () => stop.abort(),
    };
    expect(await evalBlock(double, config)).toMatchObject({ aborted: false, passed: true });
  });
});

describe("with models", () => {
  const usage = { promptTokens: 1000, completionTokens: 100 };
  const ask = generator({ name: "ask", model: "lab/large", inputSchema: z.string() });
  const price = { input: 1, output: 10 };
  const repeating = (text: string) =>
    mockGenerator({ name: "m", price, script: [{ when: () => true, text, usage }] });
  const questions = ["a", "b", "c", "d"].map((input) => ({ input }));

  test("block and judge are paid by one account, and told apart", async () => {
    const finding = { criterion: "c1", evidence: "it is there", verdict: "met" };
    const judge = mockGenerator({
      ...{ name: "judge", price },
      script: [{ when: () => true, structuredOutput: { findings: [finding] }, usage }],
    });
    const charged: string[] = [];
    const account = createAccount({
      name: "run",
      ledger: {
        opened: () => {},
        charged: ({ payer, accounts }) => void charged.push(`${payer} ${accounts[2]}`),
      },
    });
    const report = await evalBlock(ask, {
      dataset: questions,
      scorers: [contains("yes"), judgeScorer({ criteria: "Says yes", model: "lab/judge" })],
      blockOptions: { generators: { ask: repeating("yes") }, models: { "lab/judge": judge }, account },
    });
    expect(report).toMatchObject({ passed: true, costUsd: 0.016, usage: { inputTokens: 8000 } });
    expect(report.results[0]).toMatchObject({ costUsd: 0.002, scores: { judge: { costUsd: 0.002 } } });
    expect(charged).toEqual([0, 1, 2, 3].flatMap((n) => [`subject case-${n}`, `judge case-${n}`]));
  });

  test("a spent account ends it, and what was cut off is no zero", async () => {
    const account = createAccount({ name: "run", limitUsd: 0.003 });
    const blockOptions = { generators: { ask: repeating("yes") }, account };
    const report = await evalBlock(ask, { dataset: questions, scorers: [contains("yes")], blockOptions });
    expect(report).toMatchObject({ budgetExceeded: true, aborted: false, passed: false, planned: 4 });
    expect(report.results.map(({ passed }) => passed)).toEqual([true, true]);
    expect(report.summary['contains("yes")']).toMatchObject({ mean: 1, cases: 2 });
  });

  test("so does one that has nothing left for a scorer, and the case that it could not score is left out", async () => {
    const account = createAccount({ name: "run", limitUsd: 0.002 });
    const report = await evalBlock(ask, {
      dataset: questions.slice(0, 1),
      scorers: [contains("yes"), judgeScorer({ criteria: "Says yes", model: "lab/judge" })],
      blockOptions: {
        generators: { ask: repeating("yes") },
        models: { "lab/judge": repeating("") },
        account,
      },
    });
    expect(report).toMatchObject({ budgetExceeded: true, passed: false, planned: 1, results: [] });
    expect(report.costUsd).toBe(0.002);
  });

  test.each([false, true])(
    "a budget of a case's own that is spent is its failure, and the others go on; strict: %s",
    async (strict) => {
      const limits = { dear: 1, cheap: strict ? 0.0001 : 0.0015 };
      const modelResolver = createMockModelResolver({ models: { "lab/large": repeating("yes") } });
      const block = handler({
        name: "own",
        inputSchema: z.string(),
        async execute(input, ctx) {
          const limitUsd = input === "b" ? limits.cheap : limits.dear;
          const account = ctx.account.child({ name: "mine", limitUsd });
          for (const _ of [1, 2]) {
            const ran = await runBlock(ask, input, { account, modelResolver });
            if (!ran.ok) throw ran.error;
          }
          return "yes";
        },
      });
      const blockOptions = { account: createAccount({ name: "all", limitUsd: 100, strict }) };
      const report = await evalBlock(block, { dataset: questions, scorers: [contains("yes")], blockOptions });
      expect(report).toMatchObject({ budgetExceeded: false, planned: 4 });
      expect(report.results.map(({ error }) => error?.code ?? "none")).toEqual(
        questions.map(({ input }) => (input === "b" ? "budget-exceeded" : "none")),
      );
    },
  );

  test("a budget of a scorer's own that is spent costs its score", async () => {
    const scorer: Scorer<string> = {
      name: "own",
      async score({ output, context }) {
        const account = context!.account!.child({ name: "mine", limitUsd: 0.001 });
        for (const _ of [1, 2]) {
          const ran = await runBlock(ask, output, { ...context, account });
          if (!ran.ok) throw ran.error;
        }
        return { score: 1, passed: true };
      },
    };
    const account = createAccount({ name: "all", limitUsd: 1 });
    const blockOptions = { models: { "lab/large": repeating("yes") }, account };
    const report = await evalBlock(ask, { dataset: questions, scorers: [scorer], blockOptions });
    expect(report).toMatchObject({ budgetExceeded: false, passed: false });
    expect(report.results.map(({ scorerErrors }) => Object.keys(scorerErrors))).toEqual(
      questions.map(() => ["own"]),
    );
  });

  test("a model that is not mocked fails the case", async () => {
    const blockOptions = { generators: { other: repeating("yes") } };
    const { results } = await evalBlock(ask, { dataset: questions.slice(0, 1), scorers: [], blockOptions });
    expect(results[0]?.error).toMatchObject({ code: "unmocked-model" });
  });
});

test("a listener is told of every case, and cannot break the run", async () => {
  const told: unknown[] = [];
  const report = await evalBlock(double, {
    dataset,
    scorers: [],
    onCase({ caseId }, { done, planned }) {
      told.push([caseId, done, planned]);
      throw new Error("no");
    },
  });
  expect(told).toEqual([
    ["case-0", 1, 4],
    ["wrong", 2, 4],
    ["case-2", 3, 4],
    ["case-3", 4, 4],
  ]);
  expect(report.results).toHaveLength(4);
});

test("a listener that rejects later breaks nothing either", async () => {
  const told: string[] = [];
  const unseen = await rejectionsDuring(() =>
    evalBlock(double, {
      dataset,
      scorers: [],
      async onCase({ caseId }) {
        told.push(caseId);
        throw new Error("no");
      },
    }),
  );
  expect(told).toHaveLength(4);
  expect(unseen).toEqual([]);
});
