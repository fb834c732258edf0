import { MockLanguageModelV4 } from "ai/test";
import { expect, test } from "vitest";
import { simModel } from "../sim/sim-model.ts";
import { simProfiles } from "../sim/sim-profiles.ts";
import { generator } from "./generator/generator.ts";
import { modelIdOf } from "./ready-model.ts";
import { runBlock } from "./run-block.ts";

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
