import { FlowError } from "@flow-state-dev/core";
import { RecordsError } from "@flow-state-dev/records";
import type { SuiteRun } from "@flow-state-dev/suites";
import { isShare } from "../gate/hold-gate.ts";
import { firstError } from "../process/first-error.ts";

/**
 * 130 interrupted, 3 stopped by the budget, 2 stopped for its setup, 1 some case did not pass (or fewer than the share
 * that is asked for), else 0.
 */
export function exitCodeOfRuns(runs: readonly SuiteRun[], failUnder: number | undefined): number {
  if (runs.some(({ sweep }) => sweep.interrupted)) return 130;
  if (runs.some(({ sweep }) => sweep.budgetExceeded)) return 3;
  if (runs.some(({ sweep }) => sweep.stopped)) return 2;
  const enough = runs.every(({ results: { passed, total } }) => isShare({ passed, total }, failUnder ?? 1));
  return enough ? 0 : 1;
}

/**
 * Of an error: 130 when somebody stopped it before anything ran, 2 for what the user can set right, rights and places
 * of files among it, else 10, as for results that could not be written.
 */
export function exitCodeOfError(thrown: unknown): number {
  const error = firstError(thrown);
  if (error instanceof FlowError && error.code === "output-lost") return 10;
  if (error instanceof FlowError && error.code === "preparing-stopped") return 130;
  return error instanceof FlowError || error instanceof RecordsError || isSystemError(error) ? 2 : 10;
}

/** Did the machine refuse something: no such folder, no right, no room? */
function isSystemError(error: unknown): boolean {
  return error instanceof Error && "syscall" in error && "code" in error;
}
