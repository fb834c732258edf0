import type { OutcomeKind, RunState, Spend } from "@flow-state-dev/records";
import type { Aggregate } from "./tally/aggregate.ts";
import type { Coverage } from "./tally/coverage.ts";

/** What a sweep came to, whole or in part. The cells themselves are read from the store. */
export interface SweepResult {
  runId: string;
  /** Whether an earlier run was continued; false when this one began with it. */
  continued: boolean;
  state: RunState;
  /** Cells of the plan. */
  planned: number;
  /** Cells by their last outcome, those of earlier processes included. */
  outcomes: Readonly<Record<OutcomeKind, number>>;
  /** Cells that were never tried to the end. */
  untried: number;
  coverage: Coverage;
  /** Of the whole run, by who spent it: removed tasks, lost calls and earlier processes included. */
  spend: Spend;
  aggregate: Aggregate;
  /** Running cells were cut off. */
  aborted: boolean;
  /** It was told to stop, at once or after the running cells, and cells are left that have no score. */
  interrupted: boolean;
  /** Cells were not run, or cut off, for lack of money. */
  budgetExceeded: boolean;
  /**
   * What a call may cost that the rest of the budget does not pay for, in US dollars; absent when none was too dear.
   */
  wantedUsd?: number;
  /**
   * Why no more cells were started although nobody asked for that: cell after cell failed for the same problem of the
   * setup, such as a key that is missing. Null otherwise. Set it right, and `resume` goes on.
   */
  stopped: { reason: string } | null;
  /** Of this process. */
  durationMs: number;
  /**
   * What all processes were at work on the cells of the run, as the store has it, the time between them left out. It is
   * the same whenever the run is read.
   */
  workedMs: number;
  warnings: readonly string[];
}
