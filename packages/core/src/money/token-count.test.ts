import { expect, test } from "vitest";
import { isOddCount, tokenCount } from "./token-count.ts";

test.each([
  [0, 0],
  [7, 7],
  [100.5, 101],
  [100.4, 100],
  [1e9, 1e9],
])("%d tokens are %d", (reported, tokens) => {
  expect(tokenCount(reported)).toBe(tokens);
  expect(isOddCount(reported)).toBe(false);
});

test.each([-1, -0.1, 1e9 + 1, 1e15, 1e308, Number.POSITIVE_INFINITY, "100", "", true, {}, [7]])(
  "%j is no number of tokens, and odd",
  (reported) => {
    expect(tokenCount(reported)).toBeUndefined();
    expect(isOddCount(reported)).toBe(true);
  },
);

test.each([undefined, null, Number.NaN])("%s is no number of tokens, and only missing", (reported) => {
  expect(tokenCount(reported)).toBeUndefined();
  expect(isOddCount(reported)).toBe(false);
});
