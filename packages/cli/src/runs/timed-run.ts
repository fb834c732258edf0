import { isTimed } from "@flow-state-dev/records";
import type { CaseRun } from "@flow-state-dev/suites";

/** Does the time of a run of a case say how long the work takes? Not when it broke, or the machine was starved. */
export function isTimedRun({ outcome, suspect }: Pick<CaseRun, "outcome" | "suspect">): boolean {
  return isTimed(outcome) && !suspect;
}
