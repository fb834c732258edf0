import { type Account, toNanoUsd } from "@flow-state-dev/core";
import type { AgentReport } from "../../agent/agent-report.ts";
import { budgetPassed } from "../../agent/budget-passed.ts";

/** Ends that say more than the money does: nothing was left to spend it on, or nobody could work. */
const otherReasons: ReadonlySet<AgentReport["ended"]> = new Set([
  ...(["over-budget", "timed-out", "infrastructure", "cancelled"] as const),
]);

/**
 * How an agent ended that has spent more than its budget. A call is paid when it has ended, so the last one can take it
 * over, and no further one is there to be refused: it is over its budget all the same, whatever it says itself.
 *
 * @param account that of the agent alone, limited by the budget of the case; what the judge costs is not in it
 */
export function endOnBudget(
  report: AgentReport,
  { name, limitUsd, spentUsd }: Pick<Account, "name" | "limitUsd" | "spentUsd">,
): AgentReport {
  if (otherReasons.has(report.ended) || limitUsd === undefined) return report;
  if (toNanoUsd(spentUsd) <= toNanoUsd(limitUsd)) return report;
  const detail = budgetPassed({ spentUsd, limitUsd });
  const { ended: _ended, ...figures } = report;
  return { ...figures, ended: "over-budget", account: name, detail };
}
