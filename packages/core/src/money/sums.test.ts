import { expect, test } from "vitest";
import { book, type Sums } from "./sums.ts";
import { noUsage } from "./usage.ts";

const nothing = (): Sums => ({ calls: 0, unpricedCalls: 0, spent: 0, totals: { ...noUsage } });
const usage = {
  ...{ inputTokens: 100, outputTokens: 20, cacheReadTokens: 30, cacheWriteTokens: 40, reasoningTokens: 5 },
};

test("charges are added up, and one of unknown cost only counts", () => {
  const sums = nothing();
  book(sums, { usage, costUsd: 0.1 }, 1);
  book(sums, { usage, costUsd: 0.2 }, 1);
  book(sums, { usage: noUsage, costUsd: null }, 1);
  expect(sums).toEqual({
    ...{ calls: 3, unpricedCalls: 1, spent: 300_000_000 },
    totals: {
      ...{ inputTokens: 200, outputTokens: 40, cacheReadTokens: 60, cacheWriteTokens: 80 },
      reasoningTokens: 10,
    },
  });
});

test("a charge that is taken out again leaves nothing behind", () => {
  const sums = nothing();
  for (const costUsd of [0.1, null]) {
    book(sums, { usage, costUsd }, 1);
    book(sums, { usage, costUsd }, -1);
  }
  expect(sums).toEqual(nothing());
});
