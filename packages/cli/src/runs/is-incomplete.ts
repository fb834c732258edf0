import { type Run, type RunTotals, scoredCount } from "@flow-state-dev/records/store";

/**
 * Was everything of an unfinished run tried to its end, and some of it has no score all the same, as when its judge
 * gave nothing usable? Then nobody interrupted it.
 */
export function isIncomplete(
  { state, plannedCells }: Pick<Run, "state" | "plannedCells">,
  { outcomes, running }: Pick<RunTotals, "outcomes" | "running">,
): boolean {
  const tried = Object.values(outcomes).reduce((sum, count) => sum + count, 0) - outcomes.cancelled;
  return (
    state === "interrupted" &&
    running === 0 &&
    tried >= plannedCells &&
    scoredCount({ outcomes }) < plannedCells
  );
}
