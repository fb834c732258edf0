import { expect, test } from "vitest";
import { estimateInputTokens, estimateTokens } from "./estimate-tokens.ts";
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
