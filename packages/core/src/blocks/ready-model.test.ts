import { MockLanguageModelV4 } from "ai/test";
import { expect, test } from "vitest";
import { modelIdOf } from "./ready-model.ts";

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
