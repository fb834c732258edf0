import type { CellRecord } from "@flow-state-dev/records";
import { expect, test } from "vitest";
import { resultFrom } from "./result-from.ts";

test("a call that is lost after the row of its cell was read makes no cost below 0", () => {
  const spend = { subject: 0.5, judge: 0, agent: 0, carried: 0, unknownCalls: 0 };
  const record = { subject: "s", task: "t", run: 0, spend, attempts: 2 } as CellRecord;
  const result = resultFrom(
    record,
    { kind: "passed", score: 1 },
    {
      ...{ kind: "pattern", category: "reasoning", evidence: {} },
      lost: { calls: 2, subjectUsd: 0.75, judgeUsd: 0.25, unheard: 0 },
    },
  );
  expect(result).toMatchObject({ subjectCostUsd: 0, judgeCostUsd: 0, costUsd: 0, unknownCalls: 2 });
});
