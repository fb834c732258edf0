import type { CellId, ProviderShares } from "@flow-state-dev/records";
import type { HeldUp } from "../events/held-up-reasons.ts";
import type { PlannedCell } from "../plan/planned-cell.ts";

/**
 * What became of a cell that was taken from a queue: `settled` needs nothing more in this run; `held` is with another
 * worker, or for another that may run it where this one cannot, so that it is to be looked at again later; `left` was
 * not brought to an end here and is for others.
 */
export type CellServed = "settled" | "held" | "left";

/** Gives cells out to workers on any machine. Everything it is told is durable when its promise resolves. */
export interface CellDispatch {
  /**
   * Puts cells of a run where workers find them, and tells workers of the run. A cell that is there already stays as it
   * is, so that a planner that comes back may give the same ones out again.
   */
  post(run: PostedRun, cells: Iterable<PlannedCell>): Promise<void>;
  /** For each of these cells whether it still waits for a worker or is with one. */
  pending(runId: string, cells: readonly CellId[]): Promise<readonly boolean[]>;
  /** Why no worker takes cells of the run any more: its money is spent, or somebody took it from them; else null. */
  ended(runId: string): Promise<"budget" | "stopped" | null>;
  /** The last worker that does not work on the run, and why; null when none refused. */
  refusal?(runId: string): Promise<{ worker: string; reason: string } | null>;
  /** Why nobody takes cells of the run, and what to do, in sentences; null when somebody does, or soon will. */
  unattended?(runId: string): Promise<string | null>;
  /** Whether workers may still take its cells. Default: until it is withdrawn or has ended. */
  isGivenOut?(runId: string): Promise<boolean>;
  /** Cells of the run that try again at workers, and why: one entry a reason, that of most cells first. */
  heldUp?(runId: string): Promise<readonly HeldUp[]>;
  /**
   * Workers leave the run. Cells that were given out stay where they are, unless it is finished: then nobody needs what
   * is left of it outside the records.
   */
  withdraw(runId: string, isFinished: boolean): Promise<void>;
}

/** What workers must know of a run beside what it is made of. */
export interface PostedRun {
  runId: string;
  /** What all workers together may spend, in US dollars; null when nothing limits it. */
  budgetUsd: number | null;
}

/**
 * Brings a cell to its end. `again` when it was handed out before, to whomever: an attempt at it may have been lost.
 */
export type BringCell = (cell: CellId, again: boolean) => Promise<CellServed>;

/** Where a worker gets cells from. */
export interface CellSource {
  /**
   * Calls `bring` with cells as they come, several at a time. Resolves when `signal` has fired and no cell is left with
   * `bring`, or when there are no more to come.
   */
  serve(runId: string, bring: BringCell, signal: AbortSignal): Promise<void>;
}

/**
 * How a sweep shares its run with other machines: it gives all cells out and watches, or it works on what it is given.
 */
export type Sharing =
  | { role: "planner"; dispatch: CellDispatch }
  | {
      role: "worker";
      source: CellSource;
      /**
       * A cell that so many workers in a row died of is given up as `infrastructure`. Default: 3. For the last of them
       * it works alone, so that no cell is given up because of those beside it.
       */
      maxLostAttempts?: number;
      /**
       * How many workers are on the run now, this one included: a cell that fails for what one of them lacks is for the
       * others first. Default: this one alone.
       */
      workers?(): Promise<number>;
      /** What this worker may use of providers, whose limits then hold over all workers. Default: they are its own. */
      providers?(workerId: string): ProviderShares;
    };
