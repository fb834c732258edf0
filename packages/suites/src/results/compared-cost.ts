import { isScored } from "@flow-state-dev/records";
import { mean } from "@flow-state-dev/stats";
import type { CaseRun } from "./suite-results.ts";

/** What a run of a case is compared by: attempts that an outage or a kill ended are paid for, and are not its price. */
export function comparedCost({ cost, countedCost }: Pick<CaseRun, "cost" | "countedCost">): number | null {
  return countedCost === undefined ? cost : countedCost;
}

/**
 * US dollars of one run of a case, over those with a result: others were not paid for to their end. Null when one is
 * unknown, or there is none.
 */
export function costPerRun(runs: readonly CaseRun[]): number | null {
  const costs = runs.filter(({ outcome }) => isScored(outcome)).map(comparedCost);
  return costs.includes(null) ? null : mean(costs as number[]);
}
