import type { CaseRun } from "@flow-state-dev/suites";

/** Outcomes whose time says how long the work takes. */
export const timedKinds: ReadonlySet<string> = new Set(["passed", "failed", "timed-out", "unscored"]);

/** Does the time of a run of a case say how long the work takes? Not when it broke, or the machine was starved. */
export function isTimedRun({ outcome, suspect }: Pick<CaseRun, "outcome" | "suspect">): boolean {
  return timedKinds.has(outcome) && !suspect;
}
