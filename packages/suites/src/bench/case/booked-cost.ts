import type { Account } from "@flow-state-dev/core";
import type { AgentReport } from "../../agent/agent-report.ts";

/**
 * A report whose cost is what was booked for the agent, so that expectations, books and results have one figure: a call
 * that broke off may be in the books with the most it can have cost. Where nothing was booked, as for a recorded run
 * that is repeated, the report's own figure stands.
 *
 * @param account that of the agent alone
 */
export function withBookedCost(
  report: AgentReport,
  { calls, unpricedCalls, spentUsd }: Pick<Account, "calls" | "unpricedCalls" | "spentUsd">,
): AgentReport {
  if (calls === 0) return report;
  return { ...report, costUsd: unpricedCalls > 0 ? null : spentUsd };
}
