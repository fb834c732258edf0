import fc from "fast-check";
import { expect, test } from "vitest";
import { estimateInputTokens } from "./estimate-tokens.ts";
import { createPriceTable } from "./price-table.ts";
import { promptSize } from "./prompt-size.ts";
import { noUsage } from "./usage.ts";
import { inputTokenBound, thinkingTokens, worstCaseUsd } from "./worst-case.ts";

const prices = createPriceTable();
const call = (text: string) => ({
  prompt: [{ role: "user" as const, content: [{ type: "text" as const, text }] }],
});

test("the bound is never under the bytes, nor under the estimate", () => {
  fc.assert(
    fc.property(fc.string({ unit: "grapheme", maxLength: 500 }), (text) => {
      const size = promptSize(call(text));
      expect(inputTokenBound(size)).toBeGreaterThan(Buffer.byteLength(text));
      expect(inputTokenBound(size)).toBeGreaterThanOrEqual(estimateInputTokens(size));
    }),
  );
});

test("the bound leaves room for what the provider adds: to a call, to a message, to tools and to each of them", () => {
  const size = { ...promptSize(call("")), bytes: 1_000, fileTokens: 500, messages: 3 };
  expect(inputTokenBound({ ...size, tools: 0 })).toBe(1_500 + 64 + 3 * 64);
  expect(inputTokenBound({ ...size, tools: 1 })).toBe(1_500 + 64 + 3 * 64 + 64 + 2_048);
  expect(inputTokenBound({ ...size, tools: 2 })).toBe(1_500 + 64 + 3 * 64 + 2 * 64 + 2_048);
});

test("no way to bill the tokens costs more than the worst case", () => {
  const tokens = fc.nat({ max: 300_000 });
  const models = fc.constantFrom("claude-haiku-4-5", "gemini-2.5-pro", "gpt-4.1", "claude-sonnet-4-5");
  fc.assert(
    fc.property(models, tokens, tokens, tokens, fc.boolean(), (model, bytes, read, write, hourCache) => {
      const size = { ...promptSize(call("")), bytes, hourCache };
      const input = inputTokenBound(size);
      const cacheReadTokens = Math.min(read, input);
      const cacheWriteTokens = Math.min(write, input - cacheReadTokens);
      const usage = {
        ...noUsage,
        inputTokens: input,
        outputTokens: 500,
        cacheReadTokens,
        cacheWriteTokens,
        cacheWriteHourTokens: hourCache ? cacheWriteTokens : 0,
      };
      const worst = worstCaseUsd((billed) => prices.cost(model, billed), size, 500);
      expect(prices.cost(model, usage)).toBeLessThanOrEqual(worst!);
    }),
  );
});

test("a model without a price has no worst case", () => {
  expect(worstCaseUsd(() => null, promptSize(call("hi")), 1)).toBeNull();
});

test.each([
  ["nothing asked", "claude-haiku-4-5", {}, 0],
  [
    "a budget",
    "claude-haiku-4-5",
    { providerOptions: { anthropic: { thinking: { type: "enabled", budgetTokens: 4_000 } } } },
    4_000,
  ],
  [
    "on, with no budget",
    "claude-haiku-4-5",
    { providerOptions: { anthropic: { thinking: { type: "enabled" } } } },
    1_024,
  ],
  [
    "on, with no budget, and an effort",
    "claude-haiku-4-5",
    { providerOptions: { anthropic: { thinking: { type: "enabled" } } }, reasoning: "high" as const },
    1_024,
  ],
  [
    "a budget under the name of a proxy",
    "proxy/large",
    { providerOptions: { proxy: { thinking: { type: "enabled", budgetTokens: 4_000 } } } },
    4_000,
  ],
  [
    "a budget in Bedrock's words",
    "bedrock/large",
    { providerOptions: { bedrock: { reasoningConfig: { type: "enabled", budgetTokens: 4_000 } } } },
    4_000,
  ],
  [
    "as much as it likes, within the answer",
    "claude-opus-4-6",
    { providerOptions: { anthropic: { thinking: { type: "adaptive" }, effort: "max" } } },
    0,
  ],
  ["off", "claude-haiku-4-5", { providerOptions: { anthropic: { thinking: { type: "disabled" } } } }, 0],
  ["an effort", "claude-haiku-4-5", { reasoning: "high" as const }, 65_536],
  ["none", "claude-haiku-4-5", { reasoning: "none" as const }, 0],
  ["an effort elsewhere", "gpt-5", { reasoning: "high" as const }, 0],
])("thinking on top of the answer: %s", (_, modelId, options, tokens) => {
  expect(thinkingTokens(modelId, { ...call("hi"), ...options })).toBe(tokens);
});
