import { isScored, type OutcomeKind, type Run, type RunTotals } from "@flow-state-dev/records/store";

/**
 * Was everything of an unfinished run tried to its end, and some of it has no score all the same, as when its judge gave
 * nothing usable? Then nobody interrupted it.
 */
export function isIncomplete(
  { state, plannedCells }: Pick<Run, "state" | "plannedCells">,
  { outcomes, running }: Pick<RunTotals, "outcomes" | "running">,
): boolean {
  const count = (counts: (kind: OutcomeKind) => boolean) =>
    Object.entries(outcomes).reduce((sum, [kind, n]) => sum + (counts(kind as OutcomeKind) ? n : 0), 0);
  const tried = count((kind) => kind !== "cancelled");
  return state === "interrupted" && running === 0 && tried >= plannedCells && count(isScored) < plannedCells;
}
