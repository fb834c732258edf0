import { expect, test } from "vitest";
import { opening, usage } from "../test/support/sample-records.ts";
import type { CallRecord } from "./call.ts";
import { addWork, noWork, workOfCalls } from "./counted-work.ts";

const call = (more: object): CallRecord =>
  ({
    ...{ subject: "s", task: "t", run: 0, attempt: 1, ...opening("c") },
    ...{ state: "charged", costUsd: 0.1, usage: usage(10), details: {}, ...more },
  }) as CallRecord;

test("the cost is that of subject and agent, the tokens are those of all", () => {
  const calls = [call({}), call({ payer: "agent", costUsd: 0.2 }), call({ payer: "judge", costUsd: 5 })];
  expect(workOfCalls(calls)).toEqual({
    ...{ costUsd: 0.3, unknownCalls: 0, cachedUsd: 0, cachedCalls: 0 },
    usage: {
      ...{ inputTokens: 30, outputTokens: 60, cacheReadTokens: 15, cacheWriteTokens: 6, reasoningTokens: 21 },
    },
  });
});

test.each([{ state: "lost" }, { state: "open" }, { costUsd: null }])(
  "what nobody knows of a call is told apart: %o",
  (more) => {
    expect(workOfCalls([call({}), call(more)])).toMatchObject({ unknownCalls: 1 });
    expect(workOfCalls([call({}), call({ ...more, payer: "judge" })])).toMatchObject({ unknownCalls: 0 });
  },
);

test("two parts of a result add up to the billionth", () => {
  const one = { ...noWork(), costUsd: 0.1, cachedUsd: 0.1, cachedCalls: 1, usage: usage(1) };
  const other = { ...noWork(), costUsd: 0.2, unknownCalls: 2, usage: usage(2) };
  expect(addWork(one, other)).toMatchObject({
    ...{ costUsd: 0.3, cachedUsd: 0.1, cachedCalls: 1, unknownCalls: 2 },
    usage: { inputTokens: 3, outputTokens: 40 },
  });
});
