import type { LanguageModelV4GenerateResult } from "@ai-sdk/provider";
import { expect, test } from "vitest";
import { answerCost } from "./answer-cost.ts";
import { costAtRates } from "./rates.ts";

const atPrice = (usage: Parameters<typeof costAtRates>[1]) => costAtRates({ input: 1, output: 10 }, usage);

const answer = (input: number | undefined, more: object = {}): LanguageModelV4GenerateResult => ({
  content: [{ type: "text", text: "42" }],
  finishReason: { unified: "stop", raw: undefined },
  usage: {
    inputTokens: { total: input, noCache: input, cacheRead: undefined, cacheWrite: undefined },
    outputTokens: { total: input && 100, text: input && 100, reasoning: undefined },
  },
  warnings: [],
  ...more,
});

test("an answer cost its tokens at the price of the model", () => {
  const { costUsd, usage } = answerCost(answer(1000), atPrice);
  expect(costUsd).toBe(0.002);
  expect(usage).toEqual({
    ...{ inputTokens: 1000, outputTokens: 100, cacheReadTokens: 0, cacheWriteTokens: 0, reasoningTokens: 0 },
  });
});

test("the provider's own figure comes first", () => {
  const told = answer(1000, { providerMetadata: { x: { costUsd: 0.5, cached: true } } });
  expect(answerCost(told, atPrice).costUsd).toBe(0.5);
});

test("what nobody counted, or has no price, is not known, and never 0", () => {
  expect(answerCost(answer(undefined), atPrice).costUsd).toBeNull();
  expect(answerCost(answer(1000), () => null).costUsd).toBeNull();
  const broken = () => {
    throw new Error("no table");
  };
  expect(answerCost(answer(1000), broken).costUsd).toBeNull();
});
