import type { AttemptRecord } from "@flow-state-dev/records";

/** How many of these attempts at a cell were lost since one ended. */
export function lostInARow(attempts: readonly AttemptRecord[]): number {
  const since = attempts.slice(attempts.findLastIndex(({ state }) => state === "ended") + 1);
  return since.filter(({ state }) => state === "lost").length;
}
