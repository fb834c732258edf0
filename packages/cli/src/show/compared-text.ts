import { formatCellCost, sumUsd } from "@flow-state-dev/core";
import type { CellRecord } from "@flow-state-dev/records";

/** What comparisons have in place of what was paid for a cell, as the end of a line; empty where they are the same. */
export function comparedText({ counted: took, spend }: Pick<CellRecord, "counted" | "spend">): string {
  if (!took || (took.unknownCalls === 0 && took.costUsd === sumUsd([spend.subject, spend.agent]))) return "";
  const cost = took.unknownCalls > 0 ? "an unknown cost" : formatCellCost(took.costUsd);
  const why = took.cachedCalls > 0 ? "with answers from a cache" : "without attempts that do not count";
  return `; compared at ${cost}, ${why}`;
}
