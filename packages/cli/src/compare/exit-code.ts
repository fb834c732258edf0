import { FlowError } from "@flow-state-dev/core";
import { RecordsError } from "@flow-state-dev/records";
import type { SweepResult } from "@flow-state-dev/sweep";
import { firstError } from "../first-error.ts";

/** Of a sweep that ended: 130 interrupted, 1 budget exceeded, 2 stopped for its setup, else 0. */
export function exitCodeOfResult({ interrupted, budgetExceeded, stopped }: SweepResult): number {
  if (interrupted) return 130;
  if (budgetExceeded) return 1;
  return stopped ? 2 : 0;
}

/** Of an error before or in a run: 4 for a file that cannot be loaded, 2 for what the user can set right, else 10. */
export function exitCodeOf(thrown: unknown): number {
  const error = firstError(thrown);
  if (error instanceof RecordsError) return 2;
  if (!(error instanceof FlowError)) return 10;
  return error.code === "benchmark-file" ? 4 : 2;
}
