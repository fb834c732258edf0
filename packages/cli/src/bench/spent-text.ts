import { formatMoney } from "@flow-state-dev/core";
import type { SuiteResults } from "@flow-state-dev/suites";

/** What a run of a suite has spent, and how much of it went to the judge, or is of no run that is shown. */
export function spentText({
  totalCost,
  judgeCost,
  elsewhereCost = 0,
}: Pick<SuiteResults, "totalCost" | "judgeCost" | "elsewhereCost">): string {
  const judge = judgeCost > 0 ? ` (${formatMoney(judgeCost)} of it for the judge)` : "";
  const elsewhere =
    elsewhereCost > 0 ? `, of it ${formatMoney(elsewhereCost)} for runs that are not among these` : "";
  return `${formatMoney(totalCost)}${judge}${elsewhere}`;
}
