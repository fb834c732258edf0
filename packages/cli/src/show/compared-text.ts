import { formatCellCost, sumUsd } from "@flow-state-dev/core";
import type { CellRecord, CountedWork } from "@flow-state-dev/records";

/** What comparisons have in place of what was paid for a cell, as the end of a line; empty where they are the same. */
export function comparedText({ counted: took, spend }: Pick<CellRecord, "counted" | "spend">): string {
  const paid = sumUsd([spend.subject, spend.agent]);
  // Where nobody knows what it cost, that is what was paid already.
  const isTold = took?.unknownCalls === 0 || spend.unknownCalls > 0;
  if (!took || (isTold && took.costUsd === paid)) return "";
  const cost = took.unknownCalls > 0 ? "an unknown cost" : formatCellCost(took.costUsd);
  return `; compared at ${cost}, ${reasonFor(took, paid)}`;
}

function reasonFor({ cachedCalls, unknownCalls, costUsd }: CountedWork, paid: number): string {
  if (cachedCalls > 0) return "with answers from a cache";
  // Only what was made in another run is not among what was paid in this one.
  if (unknownCalls === 0 && costUsd > paid) return "as in the run that made it";
  return "without attempts that do not count";
}
