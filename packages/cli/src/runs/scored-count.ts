import { isScored, type OutcomeKind, type RunTotals } from "@flow-state-dev/records/store";

/** How many cells of a run have a score. */
export function scoredCount({ outcomes }: Pick<RunTotals, "outcomes">): number {
  return Object.entries(outcomes).reduce(
    (sum, [kind, count]) => sum + (isScored(kind as OutcomeKind) ? count : 0),
    0,
  );
}
