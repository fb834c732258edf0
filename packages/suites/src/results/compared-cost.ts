import type { CaseRun } from "./suite-results.ts";

/** What a run of a case is compared by: attempts that an outage or a kill ended are paid for, and are not its price. */
export function comparedCost({ cost, countedCost }: Pick<CaseRun, "cost" | "countedCost">): number | null {
  return countedCost === undefined ? cost : countedCost;
}
