import { isScored, type OutcomeKind } from "./outcome.ts";
import type { RunTotals } from "./run-store.ts";

/** How many cells of a run have a score. */
export function scoredCount({ outcomes }: Pick<RunTotals, "outcomes">): number {
  return Object.entries(outcomes).reduce(
    (sum, [kind, count]) => sum + (isScored(kind as OutcomeKind) ? count : 0),
    0,
  );
}
