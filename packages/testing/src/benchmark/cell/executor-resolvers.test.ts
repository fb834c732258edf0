import {
  createModelResolver,
  handler,
  type ModelResolver,
  runBlock,
  sequencer,
  simModel,
} from "@flow-state-dev/core";
import { describe, expect, test } from "vitest";
import { answering, subject, tasksOf, verdicts } from "../../../test/support/plain-models.ts";
import { createMockModelResolver } from "../../mocks/create-mock-model-resolver.ts";
import { mockGenerator } from "../../mocks/mock-generator.ts";
import { planBenchmark } from "../forecast/plan-benchmark.ts";
import { runBenchmark } from "../run-benchmark.ts";
import { benchmarkResolvers } from "./executor-resolvers.ts";

const model = "anthropic/claude-haiku-4-5";

test("a subject built with another id runs on the executor, with a resolver that was given too", async () => {
  const modelResolver = answering("something");
  const report = await runBenchmark({
    ...{ subjects: [subject("solo", "baseline")], tasks: tasksOf("a"), runs: 1, model, modelResolver },
    ...{ judgeModel: "openai/gpt-5.4-mini", judgeResolver: answering(verdicts(() => true)) },
  });
  expect(modelResolver.asked.map(({ modelId }) => modelId)).toEqual([model]);
  expect(report.results[0]!.outcome).toBe("passed");
});

test("models that a subject declares are asked for as they are, and booked under their own id", async () => {
  const modelResolver = answering("something");
  const declared = { ...subject("solo"), models: ["openai/gpt-5.4-mini"] };
  const resolvers = benchmarkResolvers({ subjects: [declared], model, modelResolver }, []);
  const run = async (of: Parameters<typeof resolvers.executor>[0]) => {
    const ran = await runBlock(of.sequencer, { prompt: "p" }, { modelResolver: resolvers.executor(of) });
    return ran.charges.map(({ modelId }) => modelId);
  };
  expect(await run(declared)).toEqual(["openai/gpt-5.4-mini"]);
  expect(await run(subject("solo"))).toEqual([model]);
  expect(modelResolver.asked.map(({ modelId }) => modelId)).toEqual(["openai/gpt-5.4-mini", model]);
});

test("mocks are found by the name of the block, and by the id of the executor", async () => {
  const byBlock = mockGenerator({ name: "solo-say", script: [{ text: "by block" }] });
  const byId = mockGenerator({ name: "any", script: [{ text: "by id" }] });
  const answerOf = async (resolver: ReturnType<typeof createMockModelResolver>) => {
    const resolvers = benchmarkResolvers({ subjects: [subject("solo")], model, modelResolver: resolver }, []);
    const modelResolver = resolvers.executor(subject("solo"));
    const ran = await runBlock(subject("solo").sequencer, { prompt: "p" }, { modelResolver });
    return ran.ok ? ran.output : ran.error;
  };
  expect(await answerOf(createMockModelResolver({ generators: { "solo-say": byBlock } }))).toBe("by block");
  expect(await answerOf(createMockModelResolver({ models: { [model]: byId } }))).toBe("by id");
});

test("a subject that states that it asks no model needs none: no key, no price, no id of a provider", async () => {
  const fetched = handler({ name: "fetched", execute: ({ prompt }: { prompt: string }) => prompt });
  const service = {
    ...{ ...subject("service"), sequencer: sequencer({ name: "service" }).step(fetched) },
    calls: { min: 0, max: 0 },
  };
  const config = {
    ...{ subjects: [service], tasks: tasksOf("a"), runs: 1, model: "mine", maxCostUsd: 1 },
    ...{ judgeModel: model, judgeResolver: answering(verdicts(() => true)) },
  };
  expect(await planBenchmark(config)).toMatchObject({ calls: { min: 1, max: 1 }, unpriced: [] });
  const report = await runBenchmark(config);
  expect(report).toMatchObject({ results: [{ outcome: "passed", subjectCostUsd: 0 }], warnings: [] });
});

describe("a resolver that cannot give a model is refused before anything is spent", () => {
  const judgeModel = "openai/gpt-5.4-mini";
  const base = () => ({
    ...{ subjects: [subject("solo", "baseline")], tasks: tasksOf("a"), runs: 1, model, judgeModel },
    ...{ modelResolver: answering("something"), judgeResolver: answering(verdicts(() => true)) },
  });
  const broken = () => {
    throw new Error("the pool is closed");
  };
  const rejection = (field: string, id: string, reason: string) => ({
    code: "benchmark-config",
    message: expect.stringMatching(new RegExp(`^The ${field} cannot give the model ${id}: .*${reason}`)),
  });

  test.each([
    ["throws", broken, "the pool is closed"],
    ["returns nothing", () => undefined, "is undefined"],
    ["returns a promise", async () => ({}), "a promise"],
  ])("it %s", async (_what, resolver, reason) => {
    const run = base();
    await expect(runBenchmark({ ...run, modelResolver: resolver as never })).rejects.toMatchObject(
      rejection("modelResolver", model, reason),
    );
    await expect(runBenchmark({ ...run, judgeResolver: resolver as never })).rejects.toMatchObject(
      rejection("judgeResolver", judgeModel, reason),
    );
    expect([...run.modelResolver.asked, ...run.judgeResolver.asked]).toEqual([]);
  });

  test("a judge without a resolver of its own is told to be the one who asks", async () => {
    const { judgeResolver: _none, ...run } = base();
    await expect(runBenchmark({ ...run, judgeModel: "acme/one" })).rejects.toMatchObject({
      code: "benchmark-config",
      message: expect.stringMatching(
        /^The judge is not asked through modelResolver, and its model cannot be had: .*"acme".* Or give a judgeResolver\.$/,
      ),
    });
  });

  test("for a model of one subject, and for one it declares", async () => {
    const run = base();
    const only = (id: string) => (id === model ? run.modelResolver(id) : broken());
    const changed = [
      { ...subject("solo"), model: "a/other" },
      { ...subject("more"), models: ["a/more"] },
    ];
    for (const [at, id] of ["a/other", "a/more"].entries())
      await expect(
        runBenchmark({ ...run, subjects: [changed[at]!], modelResolver: only }),
      ).rejects.toMatchObject(rejection("modelResolver", id, "the pool is closed"));
    expect(run.modelResolver.asked).toEqual([]);
  });

  test("unless it goes by the names of blocks, which are not known before", async () => {
    const run = base();
    const byBlock: ModelResolver = (id, blockName) =>
      blockName === "solo-say" ? run.modelResolver(id) : broken();
    const report = await runBenchmark({ ...run, modelResolver: byBlock });
    expect(report.coverage.scored).toBe(1);
  });

  test("a simulated or scripted model that there is none of, whoever makes the simulated ones", async () => {
    const run = base();
    const own = createModelResolver({ sim: (profile) => simModel(profile, { latencyScale: 0 }) });
    const unknown = { code: "sim-profile-unknown", message: expect.stringContaining("sim/strong?") };
    for (const changed of [
      { model: "sim/stong", modelResolver: own },
      { judgeModel: "sim/stong", judgeResolver: own },
    ])
      await expect(runBenchmark({ ...run, ...changed })).rejects.toMatchObject(unknown);
    const scripted = { model: "scripted:none.json", modelResolver: own };
    await expect(runBenchmark({ ...run, ...scripted })).rejects.toMatchObject({ code: "script-invalid" });
    expect([...run.modelResolver.asked, ...run.judgeResolver.asked]).toEqual([]);
    const any = createModelResolver({ sim: () => simModel("strong", { latencyScale: 0 }) });
    const report = await runBenchmark({ ...run, model: "sim/stong", modelResolver: any });
    expect(report.coverage.scored).toBe(1);
  });

  test("unless nothing is to be judged", async () => {
    const exact = { name: "any", score: () => ({ score: 1, passed: true }) };
    const tasks = [{ ...tasksOf("a")[0]!, rubric: [] }];
    const report = await runBenchmark({ ...base(), tasks, scorers: [exact], judgeResolver: broken });
    expect(report.coverage.scored).toBe(1);
  });
});
