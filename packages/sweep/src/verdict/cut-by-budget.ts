import { formatMoneyApart } from "@flow-state-dev/core";
import type { Outcome } from "@flow-state-dev/records";
import type { CellAttempt } from "../attempt/cell-attempt.ts";

/** Why a cell is cancelled that the run's budget cut off. */
export function runSpentReason({ tooDear }: Pick<CellAttempt, "tooDear">): string {
  if (!tooDear) return "the budget of the run was spent";
  const [left, wanted] = formatMoneyApart([tooDear.leftUsd, tooDear.wantedUsd]);
  return `what is left of the run's budget (${left}) does not pay for another call, which may cost up to ${wanted}`;
}

/** Did the budget of its run cut the cell off? For whoever reads it later. */
export function isCutByBudget(outcome: Outcome): boolean {
  return outcome.kind === "cancelled" && /budget/.test(outcome.reason);
}
