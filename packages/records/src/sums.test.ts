import { expect, test } from "vitest";
import { addCost, addSums, addTokens, noSums, sumValues, toSpend, toUsage } from "./sums.ts";

const usage = {
  inputTokens: 1,
  outputTokens: 2,
  cacheReadTokens: 3,
  cacheWriteTokens: 4,
  reasoningTokens: 5,
};

test("costs go to who spent them; unknown ones are counted; carried ones are part of both", () => {
  const sums = noSums();
  addCost(sums, "subject", 100_000_000);
  addCost(sums, "judge", 200_000_000, { carried: true });
  addCost(sums, "agent", null);
  expect(toSpend(sums)).toEqual({ subject: 0.1, judge: 0.2, agent: 0, carried: 0.2, unknownCalls: 1 });
  addCost(sums, "judge", 200_000_000, { carried: true, sign: -1 });
  addCost(sums, "agent", null, { sign: -1 });
  expect(toSpend(sums)).toEqual({ subject: 0.1, judge: 0, agent: 0, carried: 0, unknownCalls: 0 });
});

test("tokens and whole sums are added", () => {
  const sums = noSums();
  addTokens(sums, usage);
  addSums(sums, { ...sums });
  expect(toUsage(sums)).toEqual({
    inputTokens: 2,
    outputTokens: 4,
    cacheReadTokens: 6,
    cacheWriteTokens: 8,
    reasoningTokens: 10,
  });
  expect(sumValues(sums)).toEqual([0, 0, 0, 0, 0, 2, 4, 6, 8, 10]);
});
