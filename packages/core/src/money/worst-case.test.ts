import fc from "fast-check";
import { expect, test } from "vitest";
import { estimateInputTokens } from "./estimate-tokens.ts";
import { createPriceTable } from "./price-table.ts";
import { promptSize } from "./prompt-size.ts";
import { costAtRates } from "./rates.ts";
import { noUsage } from "./usage.ts";
import {
  affordableOutputTokens,
  inputTokenBound,
  leastStrictOutputTokens,
  strictOutputTokens,
  thinkingTokens,
  worstCaseUsd,
} from "./worst-case.ts";

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
  ["an effort", "claude-haiku-4-5", { reasoning: "high" as const }, 65_536],
  ["none", "claude-haiku-4-5", { reasoning: "none" as const }, 0],
  ["an effort elsewhere", "gpt-5", { reasoning: "high" as const }, 0],
])("thinking on top of the answer: %s", (_, modelId, options, tokens) => {
  expect(thinkingTokens(modelId, { ...call("hi"), ...options })).toBe(tokens);
});

test("an affordable answer fits what is left, and one token more would not", () => {
  const price = fc.record({
    input: fc.double({ min: 0, max: 20, noNaN: true }),
    output: fc.double({ min: 0.01, max: 90, noNaN: true }),
  });
  fc.assert(
    fc.property(
      price,
      fc.nat({ max: 50_000 }),
      fc.double({ min: 0, max: 2, noNaN: true }),
      (rates, bytes, leftUsd) => {
        const size = { ...promptSize(call("")), bytes };
        const worst = (tokens: number) =>
          worstCaseUsd((usage) => costAtRates(rates, usage), size, tokens) ?? 0;
        const tokens = affordableOutputTokens(worst, leftUsd);
        expect(tokens).toBeGreaterThanOrEqual(leastStrictOutputTokens);
        expect(tokens).toBeLessThanOrEqual(strictOutputTokens);
        if (tokens > leastStrictOutputTokens) expect(worst(tokens)).toBeLessThanOrEqual(leftUsd);
        // Rounding to the billionth may cost a token where a token costs hardly more than that.
        if (tokens < strictOutputTokens) expect(worst(tokens + 2)).toBeGreaterThan(leftUsd);
      },
    ),
  );
  expect(affordableOutputTokens(() => 1, undefined)).toBe(strictOutputTokens);
});
