import { expect, test } from "vitest";
import { isZero, notLess } from "./not-less.ts";
import { noUsage } from "./usage.ts";

const before = {
  inputTokens: 100,
  outputTokens: 20,
  cacheReadTokens: 30,
  cacheWriteTokens: 40,
  reasoningTokens: 5,
  cacheWriteHourTokens: 10,
};

test("what only grows is told last", () => {
  const later = { ...noUsage, inputTokens: 100, outputTokens: 21, cacheReadTokens: 90 };
  expect(notLess(later, before)).toEqual(later);
  expect(notLess(later, undefined)).toBe(later);
});

test("each side keeps what was more, with its parts", () => {
  expect(notLess(noUsage, before)).toEqual(before);
  expect(notLess({ ...noUsage, inputTokens: 99, outputTokens: 50 }, before)).toEqual({
    ...before,
    outputTokens: 50,
    reasoningTokens: 0,
  });
  expect(notLess({ ...noUsage, inputTokens: 101, outputTokens: 1 }, before)).toEqual({
    ...noUsage,
    inputTokens: 101,
    outputTokens: 20,
    reasoningTokens: 5,
  });
});

test("zeros count nothing", () => {
  expect(isZero(noUsage)).toBe(true);
  expect(isZero({ ...noUsage, outputTokens: 1 })).toBe(false);
});
