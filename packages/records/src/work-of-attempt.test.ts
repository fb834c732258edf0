import { expect, test } from "vitest";
import { opening, usage } from "../test/support/sample-records.ts";
import type { CallRecord } from "./call.ts";
import { workOfAttempt } from "./work-of-attempt.ts";

const cell = { subject: "s", task: "t", run: 0 };
const call = (attempt: number, payer: string, costUsd: number) =>
  ({
    ...{ ...cell, ...opening("c"), attempt, payer },
    ...{ state: "charged", costUsd, usage: usage(10), details: {} },
  }) as CallRecord;

test("the work of an attempt is that of its own calls, without those of its judge", async () => {
  const store = {
    async *calls() {
      yield call(1, "agent", 0.1);
      yield call(1, "judge", 5);
      yield call(2, "agent", 0.4);
      yield call(1, "subject", 0.2);
    },
  };
  expect((await workOfAttempt(store, "run", cell, 1)).costUsd).toBe(0.3);
  expect((await workOfAttempt(store, "run", cell, 3)).costUsd).toBe(0);
});
