import { expect, test } from "vitest";
import { estimateInputTokens, estimateTokens, estimateWritten } from "./estimate-tokens.ts";
import { promptSize } from "./prompt-size.ts";

test.each([
  ["", 0],
  ["a", 1],
  ["abcd", 1],
  ["abcdefgh", 2],
  ["日本語", 3],
])("%j is about %d tokens", (text, tokens) => {
  expect(estimateTokens(text)).toBe(tokens);
});

test("even an empty prompt is something", () => {
  expect(estimateInputTokens(promptSize({ prompt: [] }))).toBe(1);
});

test("what is written is words and what tools are called with, not thoughts", () => {
  const call = { type: "tool-call", toolCallId: "1", toolName: "read", input: "abcdefgh" } as const;
  const thought = { type: "reasoning", text: "a".repeat(100) } as const;
  expect(estimateWritten([{ type: "text", text: "abcd" }, thought, call])).toBe(3);
});
