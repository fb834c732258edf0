import type { ErrorRecord } from "@flow-state-dev/core";
import { isScored, type RunStore } from "@flow-state-dev/records";
import { type SweepResult, setupProblemOf } from "@flow-state-dev/sweep";

/** What is said of cells without a score, and how they are called: `2 cells have no score`, `1 run has no result`. */
interface Words {
  cell: "cell" | "run";
  score: "score" | "result";
}

/**
 * How to go on with what has no score. What failed for a key, a model or a price fails again until that is set right,
 * so then nobody is told to just try again.
 */
export function tryAgain(
  { planned, coverage }: Pick<SweepResult, "planned" | "coverage">,
  { cell, score }: Words,
  forSetup: boolean,
  command: string,
): string {
  const missing = planned - coverage.scored;
  const [have, them, they] =
    missing === 1 ? [`1 ${cell} has`, "it", "it"] : [`${missing} ${cell}s have`, "them", "they"];
  const next = forSetup ? `Set right what ${they} failed for, then go on` : `Try ${them} again`;
  return `${have} no ${score}. ${next}: ${command}`;
}

/**
 * Is there a cell of an unfinished run without a score for a problem of the setup, which no further try mends? Or have
 * all of those the same trouble with a provider that does not take what it is asked?
 */
export async function failedForSetup(
  store: RunStore,
  { runId, state }: Pick<SweepResult, "runId" | "state">,
): Promise<boolean> {
  if (state === "finished") return false;
  let [missing, refused] = [0, 0];
  for await (const { outcome } of store.cells(runId)) {
    if (outcome && isScored(outcome.kind)) continue;
    missing += 1;
    if (!outcome || !("error" in outcome)) continue;
    if (isForSetup(outcome.error)) return true;
    if (outcome.error.code === "refused-request") refused += 1;
  }
  return refused > 0 && refused === missing;
}

/** A set-up command of a case that fails is the suite's: it stops no run, and fails the next time as well. */
function isForSetup(error: ErrorRecord): boolean {
  return setupProblemOf(error) !== undefined || error.code === "case-setup-failed";
}
