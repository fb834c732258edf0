import { FlowError } from "@flow-state-dev/core";
import { RecordsError } from "@flow-state-dev/records";
import type { SweepResult } from "@flow-state-dev/sweep";
import { firstError } from "../process/first-error.ts";

/**
 * Of a sweep that ended: 130 interrupted, 1 budget exceeded, 2 stopped for its setup, 1 when no cell has a score, else
 * 0.
 */
export function exitCodeOfResult(
  result: Pick<SweepResult, "interrupted" | "budgetExceeded" | "stopped" | "coverage">,
): number {
  const { interrupted, budgetExceeded, stopped, coverage } = result;
  if (interrupted) return 130;
  if (budgetExceeded) return 1;
  if (stopped) return 2;
  return coverage.planned > 0 && coverage.scored === 0 ? 1 : 0;
}

/**
 * Of an error before or in a run: 4 for a file that cannot be loaded, 2 for what the user can set right, else 10, as
 * for a result that could not be written.
 */
export function exitCodeOf(thrown: unknown): number {
  const error = firstError(thrown);
  if (error instanceof RecordsError) return 2;
  if (!(error instanceof FlowError) || error.code === "output-lost") return 10;
  return error.code === "benchmark-file" ? 4 : 2;
}
