import { sumUsd } from "@flow-state-dev/core";
import { isScored, type RunStore } from "@flow-state-dev/records";
import type { SweepResult } from "@flow-state-dev/sweep";
import { type Budget, isPassed, type PaidCells, type SpentBudget } from "./budget-stop.ts";

/**
 * Reads what there is to say of a budget when a run has ended.
 *
 * @param runIds whose agents may have said themselves what they spent: this run, and others that were paid from the
 *   budget
 */
export async function spentBudget(
  store: RunStore,
  result: SweepResult,
  budget: Budget | undefined,
  runIds: readonly string[],
): Promise<SpentBudget | undefined> {
  if (budget === undefined) return undefined;
  const paid = result.budgetExceeded ? await paidCells(store, result.runId) : { cells: 0, usd: 0 };
  return { ...budget, paid, isReported: isPassed(result, budget) && (await isReportedIn(store, runIds)) };
}

async function paidCells(store: RunStore, runId: string): Promise<PaidCells> {
  const paid = { cells: 0, usd: 0 };
  for await (const { outcome, spend } of store.cells(runId)) {
    if (outcome === null || !isScored(outcome.kind)) continue;
    const { subject, judge, agent, carried } = spend;
    paid.cells += 1;
    paid.usd = sumUsd([paid.usd, subject, judge, agent, -carried]);
  }
  return paid;
}

async function isReportedIn(store: RunStore, runIds: readonly string[]): Promise<boolean> {
  for (const runId of runIds)
    for await (const call of store.calls(runId))
      if (call.state === "charged" && call.details.finishReason === "reported" && (call.costUsd ?? 0) > 0)
        return true;
  return false;
}
