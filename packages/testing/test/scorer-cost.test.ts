// What scorers spend on models is the cost of scoring, as the judge's is: a subject has only its own calls.
import { generator, runBlock } from "@flow-state-dev/core";
import { createSqliteStore } from "@flow-state-dev/records";
import { expect, test } from "vitest";
import { evalBlock, reportOfRun, runBenchmark, type Scorer } from "../src/index.ts";
import { answering, subject, tasksOf, verdicts } from "./support/plain-models.ts";

const model = "openai/gpt-5.4-mini";
/** What 1,000 tokens in and 100 out cost at its price. */
const perCall = 0.0012;

const ask = generator({ name: "ask", model, prompt: "How good is it?" });
/** A scorer of one's own that asks a model through the context it is given, twice. */
const asking: Scorer = {
  name: "asking",
  asksModels: true,
  async score({ output, context }) {
    for (const _ of [1, 2]) {
      const asked = await runBlock(ask, String(output), context);
      if (!asked.ok) throw asked.error;
    }
    return { score: 1, passed: true };
  },
};

const config = () => ({
  ...{ subjects: [subject("twin"), subject("solo", "baseline")], tasks: tasksOf("a", "b"), runs: 1 },
  ...{ model, judgeModel: model, scorers: [asking], modelResolver: answering("something") },
});
const judgeResolver = (readable: boolean) =>
  answering((asked) => {
    if (asked.blockName === "ask") return "Very.";
    return readable ? (verdicts(() => true) as (asked: unknown) => string)(asked) : "I cannot say.";
  });

test("a subject has its own calls, the scoring has those of the scorers", async () => {
  const report = await runBenchmark({ ...config(), judgeResolver: judgeResolver(true) });
  expect(report.summaries.map(({ costPerTaskUsd }) => costPerTaskUsd)).toEqual([perCall, perCall]);
  expect(report.costs).toMatchObject({ subjectsUsd: 4 * perCall, judgeUsd: 3 * 4 * perCall });
  for (const { subjectCostUsd, judgeCostUsd } of report.results)
    expect([subjectCostUsd, judgeCostUsd]).toEqual([perCall, 3 * perCall]);
});

test("so it is after a resume that judged what was kept, and in the report of the store", async () => {
  const store = createSqliteStore(":memory:");
  const kept = { ...config(), store, resume: true };
  const first = await runBenchmark({ ...kept, judgeResolver: judgeResolver(false) });
  expect(first.coverage.scored).toBe(0);
  const second = await runBenchmark({ ...kept, judgeResolver: judgeResolver(true) });
  expect(second.coverage.scored).toBe(4);
  for await (const run of store.runs({ kind: "compare" })) {
    for (const report of [second, await reportOfRun(store, run)]) {
      expect(report.summaries.map(({ costPerTaskUsd }) => costPerTaskUsd)).toEqual([perCall, perCall]);
      expect(report.costs!.subjectsUsd).toBe(4 * perCall);
    }
  }
  await store.close();
});

test("in evalBlock the case has the block's calls, the whole has all", async () => {
  const report = await evalBlock(ask, {
    ...{ dataset: [{ input: "x" }], scorers: [asking] },
    blockOptions: { modelResolver: answering("something") },
  });
  expect(report.results[0]!.costUsd).toBe(perCall);
  expect(report.costUsd).toBe(3 * perCall);
});
