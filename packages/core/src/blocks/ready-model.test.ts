import { MockLanguageModelV4 } from "ai/test";
import { describe, expect, test } from "vitest";
import type { LanguageModel } from "../model/language-model.ts";
import type { ModelResolver } from "../model/model-resolver.ts";
import type { Account } from "../money/account.ts";
import { createAccount } from "../money/create-account.ts";
import { simModel } from "../sim/sim-model.ts";
import { simProfiles } from "../sim/sim-profiles.ts";
import { generator } from "./generator/generator.ts";
import type { GeneratorConfig } from "./generator/generator-config.ts";
import { handler } from "./handler.ts";
import { modelIdOf } from "./ready-model.ts";
import { runBlock } from "./run-block.ts";
import { sequencer } from "./sequencer/sequencer.ts";

test("a model that is given itself is named as an id would name it", () => {
  const named = (provider: string, modelId: string) =>
    modelIdOf(new MockLanguageModelV4({ provider, modelId }));
  expect(modelIdOf("openai/gpt-5.4-mini")).toBe("openai/gpt-5.4-mini");
  expect(named("openai.responses", "gpt-5.4-mini")).toBe("openai/gpt-5.4-mini");
  expect(named("openrouter", "anthropic/claude-haiku-4.5")).toBe("openrouter/anthropic/claude-haiku-4.5");
  expect(named("gateway", "openai/gpt-5.4-mini")).toBe("vercel/openai/gpt-5.4-mini");
  expect(named("sim.0123456789ab", "sim/strong")).toBe("sim/strong");
  expect(named("scripted.0123456789ab", "scripted:a.json")).toBe("scripted:a.json");
  expect(modelIdOf({ modelId: "own", generate: async () => ({}) })).toBe("own");
});

test("a simulated model answers anew in another attempt at the same cell, and the same in the same one", async () => {
  const model = simModel("flaky", {
    profiles: { flaky: { ...simProfiles.strong, failures: { serverError: 0.5 } } },
    latencyScale: 0,
  });
  const block = generator({ name: "asks", model, prompt: () => "Say something.", retry: { maxAttempts: 1 } });
  const attempt = async (cellAttempt: number) =>
    (await runBlock(block, {}, { cell: "subject on task, run 1", cellAttempt })).ok;
  const first = await Promise.all([1, 1, 1, 1].map(attempt));
  expect(new Set(first).size).toBe(1);
  const all = await Promise.all(Array.from({ length: 24 }, (_, at) => attempt(at + 1)));
  expect(all[0]).toBe(first[0]);
  expect(new Set(all).size).toBe(2);
});

describe("a model that a block was given ready is booked once", () => {
  const price = { input: 1, output: 1 };
  const usage = { promptTokens: 1000, completionTokens: 1000, totalTokens: 2000 };
  const paid = () => {
    let calls = 0;
    const modelResolver: ModelResolver = (modelId) => ({
      ...{ modelId, price },
      generate: async () => ({ text: `answer ${++calls}`, usage }),
    });
    return { modelResolver, calls: () => calls };
  };
  const asks = (name: string, model: GeneratorConfig["model"] = "e/exec") =>
    generator({ name, model, prompt: "Say something." });

  test("by a generator whose model is a function", async () => {
    const { modelResolver, calls } = paid();
    const block = asks("own", (_input, ctx) => ctx.resolveModel("e/exec"));
    const ran = await runBlock(block, {}, { modelResolver });
    expect([calls(), ran.charges.length, ran.costUsd]).toEqual([1, 1, 0.002]);
    expect(ran.charges[0]).toMatchObject({ modelId: "e/exec", blockName: "own" });
  });

  test("by a run within a run that is paid by the same account, or by a child of it", async () => {
    for (const accountOf of [
      (account: Account) => account,
      (account: Account) => account.child({ name: "inner", limitUsd: 1 }).child({ name: "innermost" }),
    ]) {
      const { modelResolver, calls } = paid();
      const outer = handler({
        name: "outer",
        execute: async (_input, ctx) => {
          const account = accountOf(ctx.account);
          return (await runBlock(asks("inner"), {}, { account, modelResolver: (id) => ctx.resolveModel(id) }))
            .costUsd;
        },
      });
      const account = createAccount({ name: "whole" });
      const ran = await runBlock(outer, {}, { modelResolver, account });
      expect(ran).toMatchObject({ ok: true, output: 0.002, costUsd: 0.002 });
      expect([calls(), account.calls, account.spentUsd]).toEqual([1, 1, 0.002]);
    }
  });

  test("and in each of two books, when a run within a run has its own", async () => {
    const { modelResolver } = paid();
    const own = createAccount({ name: "own" });
    const outer = handler({
      name: "outer",
      execute: (_input, ctx) =>
        runBlock(asks("inner"), {}, { account: own, modelResolver: (id) => ctx.resolveModel(id) }),
    });
    const ran = await runBlock(outer, {}, { modelResolver });
    expect([ran.costUsd, own.spentUsd]).toEqual([0.002, 0.002]);
  });

  test("when it is handed on to another block", async () => {
    const { modelResolver, calls } = paid();
    const chain = sequencer({ name: "chain" })
      .step(handler({ name: "choose", execute: (_input, ctx) => ({ model: ctx.resolveModel("e/exec") }) }))
      .step(asks("chosen", (input: { model: LanguageModel }) => input.model));
    const ran = await runBlock(chain, {}, { modelResolver });
    expect([calls(), ran.charges.map(({ blockName }) => blockName)]).toEqual([1, ["chosen"]]);
  });
});
