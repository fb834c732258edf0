import { formatMoney } from "@flow-state-dev/core";
import type { SuiteResults } from "@flow-state-dev/suites";

/** What a run of a suite has spent, and how much of it is of no run that is shown. */
export function spentText({
  totalCost,
  elsewhereCost = 0,
}: Pick<SuiteResults, "totalCost" | "elsewhereCost">): string {
  const elsewhere =
    elsewhereCost > 0 ? `, of it ${formatMoney(elsewhereCost)} for runs that are not among these` : "";
  return `${formatMoney(totalCost)}${elsewhere}`;
}
