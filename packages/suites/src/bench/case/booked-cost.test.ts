import { expect, test } from "vitest";
import { noFigures } from "../../agent/agent-report.ts";
import { withBookedCost } from "./booked-cost.ts";

const report = { ...noFigures, ended: "done", detail: "", costUsd: 0.25 } as const;

test.each([
  ["nothing booked", { calls: 0, unpricedCalls: 0, spentUsd: 0 }, 0.25],
  ["more than it says", { calls: 2, unpricedCalls: 0, spentUsd: 0.5 }, 0.5],
  ["not all of it known", { calls: 2, unpricedCalls: 1, spentUsd: 0.5 }, null],
])("%s", (_what, account, costUsd) => {
  expect(withBookedCost(report, account)).toEqual({ ...report, costUsd });
});
