import { expect, test } from "vitest";
import { toModelUsage } from "./model-usage.ts";

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
