import { formatMoney } from "@flow-state-dev/core";
import { unheardWarnings } from "@flow-state-dev/records/store";
import type { SuiteResults } from "@flow-state-dev/suites";

/** What a run of a suite has spent, and how much of it went to the judge, or is of no run that is shown. */
export function spentText({
  totalCost,
  judgeCost,
  elsewhereCost = 0,
  warnings,
}: Pick<SuiteResults, "totalCost" | "judgeCost" | "elsewhereCost" | "warnings">): string {
  const least = unheardWarnings(warnings).length > 0 ? "at least " : "";
  const judge = judgeCost > 0 ? ` (${formatMoney(judgeCost)} of it for the judge)` : "";
  const elsewhere =
    elsewhereCost > 0 ? `, of it ${formatMoney(elsewhereCost)} for runs that are not among these` : "";
  return `${least}${formatMoney(totalCost)}${judge}${elsewhere}`;
}
