import { expect, test } from "vitest";
import { estimateTokens, toModelUsage } from "./estimated-usage.ts";

test.each([
  ["", 0],
  ["a", 1],
  ["abcd", 1],
  ["abcde", 2],
  ["ééé", 2],
])("%j is about %i tokens", (text, tokens) => {
  expect(estimateTokens(text)).toBe(tokens);
});

test("special tokens are parts of the totals", () => {
  const usage = toModelUsage({
    inputTokens: 100,
    outputTokens: 50,
    cacheReadTokens: 30,
    cacheWriteTokens: 20,
    reasoningTokens: 10,
  });
  expect(usage.inputTokens).toEqual({ total: 100, noCache: 50, cacheRead: 30, cacheWrite: 20 });
  expect(usage.outputTokens).toEqual({ total: 50, text: 40, reasoning: 10 });
});
