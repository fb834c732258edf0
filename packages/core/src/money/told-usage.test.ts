import { generateText, type LanguageModelUsage } from "ai";
import { MockLanguageModelV4 } from "ai/test";
import { describe, expect, test } from "vitest";
import { generator } from "../blocks/generator/generator.ts";
import { runBlock } from "../blocks/run-block.ts";
import type { GeneratorTextUsage } from "../model/generator-model.ts";
import { toldUsage } from "./told-usage.ts";
import { countedSides, usageOf } from "./usage-of.ts";

const whole = {
  ...{ inputTokens: 100, outputTokens: 9 },
  ...{ cacheReadTokens: 30, cacheWriteTokens: 20, reasoningTokens: 5 },
};
const sdk = {
  inputTokens: { total: 100, noCache: 50, cacheRead: 30, cacheWrite: 20 },
  outputTokens: { total: 9, text: 4, reasoning: 5 },
};

describe("tokens are read from", () => {
  const details = { cached_tokens: 30, cache_write_tokens: 20 };
  test.each<[string, unknown, object]>([
    [
      "the plain form",
      {
        ...{ promptTokens: 100, completionTokens: 9, totalTokens: 109 },
        ...{ cacheReadInputTokens: 30, cacheCreationInputTokens: 20 },
      },
      { ...whole, reasoningTokens: 0 },
    ],
    [
      "the plain form without a cache",
      { promptTokens: 100, completionTokens: 9 },
      { ...whole, reasoningTokens: 0, cacheReadTokens: 0, cacheWriteTokens: 0 },
    ],
    ["the form of a language model", sdk, whole],
    [
      "the form of generateText",
      {
        ...{ inputTokens: 100, outputTokens: 9, totalTokens: 109 },
        inputTokenDetails: { noCacheTokens: 50, cacheReadTokens: 30, cacheWriteTokens: 20 },
        outputTokenDetails: { textTokens: 4, reasoningTokens: 5 },
      },
      whole,
    ],
    [
      "the same of older versions",
      {
        ...{ inputTokens: 100, outputTokens: 9, totalTokens: 109 },
        ...{ cachedInputTokens: 30, reasoningTokens: 5 },
      },
      { ...whole, cacheWriteTokens: 0 },
    ],
    [
      "OpenAI's chat",
      {
        ...{ prompt_tokens: 100, completion_tokens: 9, prompt_tokens_details: details },
        completion_tokens_details: { reasoning_tokens: 5 },
      },
      whole,
    ],
    [
      "OpenAI's responses",
      {
        ...{ input_tokens: 100, output_tokens: 9, input_tokens_details: details },
        output_tokens_details: { reasoning_tokens: 5 },
      },
      whole,
    ],
    [
      "Anthropic's messages, whose input is without the cache",
      {
        ...{ input_tokens: 50, output_tokens: 9 },
        ...{ cache_read_input_tokens: 30, cache_creation_input_tokens: 20 },
      },
      { ...whole, reasoningTokens: 0 },
    ],
    [
      "Gemini",
      {
        ...{ promptTokenCount: 100, candidatesTokenCount: 4, thoughtsTokenCount: 5 },
        cachedContentTokenCount: 30,
      },
      { ...whole, cacheWriteTokens: 0 },
    ],
  ])("%s", (_, told, usage) => {
    expect(usageOf(toldUsage(told as never))).toEqual(usage);
  });
});

test.each([
  undefined,
  null,
  {},
  5,
  { totalTokens: 9 },
  { prompt_tokens: -5, completion_tokens: 9 },
  { input_tokens: 5, output_tokens: "9" },
])("nothing is known from %j", (told) => {
  const { inputTokens, outputTokens } = toldUsage(told as never);
  expect([inputTokens.total, inputTokens.noCache, outputTokens.total, outputTokens.text]).toEqual(
    Array.from({ length: 4 }, () => undefined),
  );
});

test.each([
  [{}, 100],
  [{ cacheReadInputTokens: 30 }, 70],
  [{ cacheCreationInputTokens: 20 }, 80],
  [{ cacheReadInputTokens: 90, cacheCreationInputTokens: 20 }, 0],
])("of the plain form with %j, %d tokens did not come from a cache", (cached, noCache) => {
  const { inputTokens } = toldUsage({ promptTokens: 100, completionTokens: 9, totalTokens: 109, ...cached });
  expect(inputTokens.noCache).toBe(noCache);
});

test("a side of the plain form that is null is not counted, the other is", () => {
  const usage = toldUsage({ promptTokens: null, completionTokens: 50 } as never);
  expect(countedSides(usage)).toEqual({ input: false, output: true });
});

test("a plain model around generateText is booked with what that counted", async () => {
  const content = [{ type: "text" as const, text: "ok" }];
  const finishReason = { unified: "stop" as const, raw: "stop" };
  const model = new MockLanguageModelV4({
    doGenerate: { content, finishReason, usage: sdk, warnings: [] },
  });
  const modelResolver = (modelId: string) => ({
    modelId,
    price: { input: 1, output: 1 },
    generate: async () => {
      const { text, usage } = await generateText({ model, prompt: "Say ok." });
      return { text, usage };
    },
  });
  const say = generator({ name: "say", model: "mine/own", prompt: "Say ok." });
  const { charges } = await runBlock(say, "now", { modelResolver });
  expect(charges).toMatchObject([{ usage: whole, usageKnown: "reported" }]);
});

export const takesWhatGenerateTextGives = (usage: LanguageModelUsage): GeneratorTextUsage => usage;
