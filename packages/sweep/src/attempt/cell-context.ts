import type { Account, Pause } from "@flow-state-dev/core";
import type { Artifact, CountedWork, JsonObject, Outcome } from "@flow-state-dev/records";
import type { PlannedCell } from "../plan/planned-cell.ts";
import type { CachedAnswer } from "./work-done.ts";

/**
 * What one attempt at a cell is given. It may be spread into the options of `runBlock`: `account`, `signal` and `pause`
 * come along.
 */
export interface CellContext {
  readonly cell: PlannedCell;
  /** The run that the cell belongs to. */
  readonly runId: string;
  /** From 1, over all processes that ever tried this cell. */
  readonly attempt: number;
  /**
   * Pays for this attempt; on it hangs the limit of the cell. Calls on it and on its children wait for the limits of
   * their provider, go out only when they are written down, and are cut off when the attempt ends.
   */
  readonly account: Account;
  /** Fires when the attempt has to stop: abort, timeout, end of grace. Its reason is a `CellStoppedError`. */
  readonly signal: AbortSignal;
  /** Waits without holding a slot; has one again when it resolves. What is waited for here is not working time. */
  readonly pause: Pause;
  /** Time it has worked so far, in milliseconds; what it waited for limits, retries and money is not in it. */
  readonly workingMs: number;
  /**
   * For how much of that the process stood still through no fault of its own, in milliseconds: stopped, without a
   * processor, or blocked by another cell. It is in no limit of time.
   */
  readonly starvedMs: number;
  /**
   * Keeps what the cell has come to so far, so that a later attempt can take it over when this one does not get to its
   * end: its process is killed, or it is cut off. True when that is durable; its artifacts need not be given again at
   * the end. False when it may be less than it would have been, because the cell was told to stop or the run's budget
   * refused a call of it, and when the store does not take it. Never rejects.
   */
  keep(progress: CellProgress): Promise<boolean>;
  /**
   * Tells of an answer to the subject or agent that came from a cache. Nothing is paid for it; it is part of what the
   * result took, so that results that a cache had a share in can be compared with others.
   */
  noteCached(answer: CachedAnswer): void;
}

/** What a cell has come to before its end. A later attempt reads it from the store. */
export interface CellProgress {
  /** Also in the evidence of an attempt that is cut off later, as its member `progress`. */
  evidence: JsonObject;
  artifacts?: readonly Artifact[];
}

/** What running and grading a cell comes to. */
export interface CellResult {
  outcome: Outcome;
  /** Error text, judge findings, expectations, exit code. */
  evidence?: JsonObject;
  artifacts?: readonly Artifact[];
  /** Whether an `infrastructure` outcome is worth another attempt, and how long to wait at least. Default: true. */
  retry?: boolean | { afterMs: number };
  /**
   * What is left of the run's budget does not pay for what the cell still needs. It is then `cancelled`, whatever its
   * outcome says, and the run ends as when its budget is spent.
   */
  runSpent?: boolean;
  /** With `runSpent`: what the next step of the cell may cost, in US dollars, where that is known. */
  wantedUsd?: number;
  /**
   * What broke the cell after it had left something behind: goes through `classify`, which says whether it is tried
   * again, and what it came to, unless that is `unscored` already.
   */
  brokenBy?: unknown;
  /** What it had not to do because an earlier attempt had done it; counts as its own work. */
  takenOver?: TakenOver;
}

/** Work of an earlier attempt at the same cell. */
export interface TakenOver {
  /** Milliseconds, at least 0. */
  workingMs: number;
  /** It was measured while the harness was starved. */
  suspect: boolean;
  /** What it took; nothing when absent. */
  work?: CountedWork;
}

/** Runs and grades one cell. What it throws goes through `classify`. */
export type RunCell = (cell: PlannedCell, context: CellContext) => Promise<CellResult>;
