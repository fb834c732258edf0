import { expect, test } from "vitest";
import { gradeCell } from "./graded-cell.ts";
import { syntheticResult } from "./synthetic-result.ts";

const costs = (fields: Parameters<typeof syntheticResult>[0]) => {
  const { subjectUsd, judgeUsd, unknownCalls } = gradeCell(syntheticResult(fields));
  return [subjectUsd, judgeUsd, unknownCalls];
};

test.each([
  ["all of an undivided cost is the subject's", { costUsd: 3 }, [3, 0, 0]],
  ["both parts are told", { costUsd: 3, subjectCostUsd: 2, judgeCostUsd: 1 }, [2, 1, 0]],
  ["the judge's part follows from the subject's", { costUsd: 3, subjectCostUsd: 2 }, [2, 1, 0]],
  ["the subject's part follows from the judge's", { costUsd: 3, judgeCostUsd: 1 }, [2, 1, 0]],
  ["a part above the whole leaves nothing for the other", { costUsd: 3, judgeCostUsd: 5 }, [0, 5, 0]],
  ["the same the other way round", { costUsd: 3, subjectCostUsd: 5 }, [5, 0, 0]],
  ["calls of unknown cost are counted", { costUsd: 3, unknownCalls: 4 }, [3, 0, 4]],
  ["a cost that is none is one unknown call", { costUsd: Number.NaN }, [0, 0, 1]],
  ["or as many as are known of", { costUsd: -1, unknownCalls: 4 }, [0, 0, 4]],
  ["a negative one too", { costUsd: -1 }, [0, 0, 1]],
  ["and a negative part", { costUsd: 3, judgeCostUsd: -1 }, [3, 0, 1]],
  ["a part that is none as well", { costUsd: 3, judgeCostUsd: Number.NaN }, [3, 0, 1]],
])("%s", (_what, fields, expected) => {
  expect(costs(fields)).toEqual(expected);
});

const usage = {
  ...{ inputTokens: 1, outputTokens: 1, cacheReadTokens: 0, cacheWriteTokens: 0, reasoningTokens: 0 },
};
const counted = { costUsd: 1, unknownCalls: 0, cachedUsd: 0, cachedCalls: 0, usage };

test.each([
  ["without more it is the subject's cost", { costUsd: 3, judgeCostUsd: 1 }, 2],
  ["a call of unknown cost makes it unknown", { costUsd: 3, unknownCalls: 1 }, null],
  ["so does a cost that is none", { costUsd: Number.NaN }, null],
  ["what the score took comes first", { costUsd: 3, unknownCalls: 1, counted }, 1],
  ["and says itself what is not known", { costUsd: 3, counted: { ...counted, unknownCalls: 1 } }, null],
  ["a figure that is none is not known", { costUsd: 3, counted: { ...counted, costUsd: -1 } }, null],
])("what comparisons go by: %s", (_what, fields, expected) => {
  expect(gradeCell(syntheticResult(fields)).comparedUsd).toBe(expected);
});

test.each([
  [{ score: 0.7 }, "passed", 0.7],
  [{ score: 0.2 }, "failed", 0.2],
  [{ score: 0.9, errored: true }, "errored", 0],
  [{ score: 0.9, outcome: "timed-out" as const }, "timed-out", 0],
  [{ score: 0.9, outcome: "unscored" as const }, "unscored", null],
  [{ score: Number.NaN }, "unscored", null],
])("%j is %s with the score %j", (fields, kind, score) => {
  expect(gradeCell(syntheticResult(fields))).toMatchObject({ kind, score });
});
