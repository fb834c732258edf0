// The models of scorers are looked at before a run, as those of subjects and judge are.
import { createModelResolver } from "@flow-state-dev/core";
import { MockEmbeddingModelV4 } from "ai/test";
import { expect, test, vi } from "vitest";
import {
  allOf,
  checkBenchmark,
  custom,
  embeddingSimilarity,
  judgeScorer,
  named,
  planBenchmark,
  runBenchmark,
  type Scorer,
} from "../src/index.ts";
import { answering, subject, tasksOf, verdicts } from "./support/plain-models.ts";

const model = "openai/gpt-5.4-mini";
const criteria = "Is polite";
const style = judgeScorer({ criteria, name: "style", model });
const unpriced = judgeScorer({ criteria, name: "style", model: "lab/judge" });
const embedder = (modelId: string) =>
  new MockEmbeddingModelV4({
    ...{ provider: "openai.embedding", modelId, maxEmbeddingsPerCall: 2 },
    doEmbed: { embeddings: [[1], [1]], usage: { tokens: 5 }, warnings: [] },
  });
const config = (...scorers: Scorer[]) => {
  const tasks = tasksOf("a").map((task) => ({ ...task, rubric: [], expected: "something" }));
  const subjects = [subject("solo", "baseline")];
  return { subjects, tasks, runs: 1, model, scorers, modelResolver: answering("something") };
};

test.each([
  ["a scorer", style],
  ["one under another name", named("style", judgeScorer({ criteria, model }))],
  [
    "one of several",
    {
      ...allOf(
        custom("any", () => 1),
        style,
      ),
      name: "style",
    },
  ],
])(
  "%s whose model needs a key that is missing ends the benchmark before anything is asked",
  async (_, scorer) => {
    vi.stubEnv("OPENAI_API_KEY", undefined);
    for (const gateway of ["AI_GATEWAY_API_KEY", "OPENROUTER_API_KEY"]) vi.stubEnv(gateway, undefined);
    const run = config(scorer);
    const refused = {
      code: "benchmark-config",
      message: expect.stringMatching(
        /^The scorer style is not asked through modelResolver, and .*OPENAI_API_KEY/,
      ),
    };
    await expect(runBenchmark(run)).rejects.toMatchObject(refused);
    await expect(planBenchmark(run)).rejects.toMatchObject(refused);
    expect(() => checkBenchmark(run)).toThrow(expect.objectContaining(refused));
    expect(run.modelResolver.asked).toEqual([]);
    const { modelResolver: _subjects, ...plain } = run;
    const away = { ...plain, regrade: "last" };
    await expect(planBenchmark(away)).rejects.toMatchObject({ code: "missing-key" });
  },
);

test("so does one with a resolver of its own that cannot give the model, and no other resolver is asked", async () => {
  const own = () => {
    throw new Error("the pool is closed");
  };
  const run = config(judgeScorer({ criteria, name: "style", model, modelResolver: own }));
  await expect(runBenchmark({ ...run, judgeResolver: run.modelResolver })).rejects.toMatchObject({
    message: `The resolver of the scorer style cannot give the model ${model}: the pool is closed`,
  });
  const sim = judgeScorer({ criteria, model: "sim/judge", modelResolver: createModelResolver({ env: {} }) });
  expect((await runBenchmark({ ...run, scorers: [sim] })).coverage.scored).toBe(1);
});

test.each([
  ["a judging scorer", unpriced, "lab/judge"],
  ["a comparing one", embeddingSimilarity({ embed: embedder("none") }), "openai/none"],
])("with a budget, %s whose model has no price is refused", async (_, scorer, id) => {
  const run = { ...config(scorer), judgeResolver: answering(verdicts(() => true)), maxCostUsd: 1 };
  await expect(runBenchmark(run)).rejects.toMatchObject({ code: "unpriced-model", modelId: id });
  expect(run.modelResolver.asked).toEqual([]);
  const { coverage } = await runBenchmark({ ...run, limits: { allowUnpriced: true } });
  expect(coverage.scored).toBe(1);
});

test("with a budget, an embedding model of which only the input has a price scores", async () => {
  const similar = embeddingSimilarity({ embed: embedder("text-embedding-3-small") });
  const report = await runBenchmark({ ...config(similar), maxCostUsd: 1 });
  expect(report.results[0]).toMatchObject({ score: 1, judgeCostUsd: 1e-7 });
});

test("an embedding model that takes a text at a time is planned with two calls an output", async () => {
  const one = new MockEmbeddingModelV4({ provider: "openai.embedding", modelId: "text-embedding-3-small" });
  const callsWith = async (...scorers: Scorer[]) => (await planBenchmark(config(...scorers))).calls.min;
  expect(await callsWith(embeddingSimilarity({ embed: embedder("text-embedding-3-small") }))).toBe(1 + 1);
  expect(await callsWith(embeddingSimilarity({ embed: one }))).toBe(1 + 2);
});

test("what is told of models makes no other scorer of it", () => {
  const { asks: _, ...untold } = style;
  expect(allOf(style).definition).toEqual(allOf(untold).definition);
});
