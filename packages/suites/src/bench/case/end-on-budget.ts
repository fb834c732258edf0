import { type Account, formatUsd, toNanoUsd } from "@flow-state-dev/core";
import type { AgentReport } from "../../agent/agent-report.ts";

/** Ends that say more than the money does: nothing was left to spend it on, or nobody could work. */
const otherReasons: ReadonlySet<AgentReport["ended"]> = new Set([
  ...(["timed-out", "infrastructure", "cancelled"] as const),
]);

/**
 * How an agent ended that has spent more than its budget. A call is paid when it has ended, so the last one can take it
 * over, and no further one is there to be refused: it is over its budget all the same, whatever it says itself. Where
 * one was refused, or stopped it, how much it spent says more than the account that refused.
 *
 * @param account that of the agent alone, limited by the budget of the case; what the judge costs is not in it
 */
export function endOnBudget(
  report: AgentReport,
  { name, limitUsd, spentUsd }: Pick<Account, "name" | "limitUsd" | "spentUsd">,
): AgentReport {
  if (otherReasons.has(report.ended) || limitUsd === undefined) return report;
  const detail = `It spent ${formatUsd(spentUsd)}, and its budget is ${formatUsd(limitUsd)}.`;
  const passed = toNanoUsd(spentUsd) - toNanoUsd(limitUsd);
  if (report.ended === "over-budget")
    return report.account === name && passed >= 0 ? { ...report, detail } : report;
  if (passed <= 0) return report;
  const { ended: _ended, ...figures } = report;
  return { ...figures, ended: "over-budget", account: name, detail };
}
