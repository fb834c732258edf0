import type { Charge, Payer } from "@flow-state-dev/core";
import type { CellId, Outcome, Recovery } from "@flow-state-dev/records";
import type { HeldUp } from "./events/held-up-reasons.ts";
import type { SweepResult } from "./sweep-result.ts";

/** The run is known and the first cells are about to start. */
export interface SweepPlanned {
  type: "planned";
  runId: string;
  /** Cells of the plan. */
  cells: number;
  /** Those that have a result already. */
  kept: number;
  /** Whether an unfinished run is continued. */
  continued: boolean;
  /** What the run had spent before. */
  spentUsd: number;
  warnings: readonly string[];
}

/** So many cells of the plan have no result yet and wait for their turn; each tells when it starts. Told once. */
export interface CellsQueued {
  type: "queued";
  cells: number;
}

/** An attempt at a cell has begun. */
export interface CellStarted {
  type: "started";
  cell: CellId;
  attempt: number;
}

/** An attempt failed in a way that has a chance to pass; the next one comes after the delay. */
export interface AttemptFailed {
  type: "attempt-failed";
  cell: CellId;
  attempt: number;
  outcome: Outcome;
  delayMs: number;
}

/** An attempt of this process was given up as lost by another, after too long a silence; what it came to is dropped. */
export interface AttemptLost {
  type: "lost";
  cell: CellId;
  attempt: number;
}

/** A cell has its outcome. */
export interface CellFinished {
  type: "finished";
  cell: CellId;
  /** The last one; 0 when another process ran it. */
  attempt: number;
  /** Whether it ended just now, was waiting for another attempt when the sweep was stopped, or ran elsewhere. */
  by: "this-process" | "backing-off" | "another-process";
  outcome: Outcome;
  /** Of all attempts of this process, as far as it is known. */
  costUsd: number;
  workingMs: number;
  suspect: boolean;
}

/** A call was booked. */
export interface CallSpent {
  type: "spent";
  cell: CellId;
  payer: Payer;
  modelId: string;
  costUsd: number | null;
  /** Of the whole run, all processes included. */
  totalUsd: number;
  /** How the call ended: in an answer, cut off by us, or broken. */
  status: Charge["status"];
  /** Only of a call that failed and may pass when it is made again: `HTTP <status>`, or the code of the error. */
  passing?: { answer: string | null };
}

/** How the run stands whose cells run on other machines, as the records say; told as often as it is looked at. */
export interface RunElsewhere {
  type: "elsewhere";
  /** Cells with an attempt under way, wherever. */
  running: number;
  /** Of the whole run, in US dollars. */
  spentUsd: number;
  /** Calls of the whole run whose cost nobody knows. */
  unknownCalls: number;
  /** Cells whose calls or attempts fail and are made again, as the workers say; most first. */
  heldUp: readonly HeldUp[];
}

/** Where the run is kept whose cells run on other machines nobody answers, for so long now; it is waited for. */
export interface RecordsUnanswered {
  type: "unanswered";
  ms: number;
}

/** A worker on another machine does not work on the run; told once for each reason. */
export interface RunRefused {
  type: "refused";
  /** The worker, as a person finds it. */
  worker: string;
  reason: string;
}

/** A run that was given out has nobody who takes its cells. Told after some seconds, and once a reason. */
export interface RunUnattended {
  type: "unattended";
  /** Why, and what to do: sentences. */
  reason: string;
}

/** A provider turned a call away, and fewer cells run at once. */
export interface SweepThrottled {
  type: "throttled";
  provider: string;
  /** Cells at once, from now on. */
  limit: number;
  reason: string;
}

/** All cells that are left are held by other processes. */
export interface SweepWaiting {
  type: "waiting";
  cells: number;
}

/** Attempts of dead processes were found; their cells run again. */
export type SweepRecovered = { type: "recovered" } & Recovery;

/** No new cells start; those that run have so long to end. */
export interface SweepDraining {
  type: "draining";
  running: number;
  graceMs: number;
}

/** The last cell has ended after a drain. */
export interface SweepDrained {
  type: "drained";
}

/** The money of the run is spent; no new cells start. */
export interface BudgetSpent {
  type: "budget-spent";
  spentUsd: number;
  limitUsd: number;
}

/** Cell after cell failed for the setup (a key, a price, a package); no new cells start. */
export interface SweepStopped {
  type: "stopped";
  reason: string;
}

/** Something a reader must know before trusting the numbers; each of the result's warnings is told once. */
export interface SweepWarning {
  type: "warning";
  message: string;
}

/** The sweep is over. */
export interface SweepDone {
  type: "done";
  result: SweepResult;
}

/**
 * What happens in a sweep, as it happens. Names and texts have passed through the redactor: no event carries a secret.
 */
export type SweepEvent =
  | SweepPlanned
  | CellsQueued
  | CellStarted
  | AttemptFailed
  | AttemptLost
  | CellFinished
  | CallSpent
  | RunElsewhere
  | RecordsUnanswered
  | RunRefused
  | RunUnattended
  | SweepThrottled
  | SweepWaiting
  | SweepRecovered
  | SweepDraining
  | SweepDrained
  | BudgetSpent
  | SweepStopped
  | SweepWarning
  | SweepDone;

/** Listens to a sweep. What it throws is swallowed, and told once as a warning of the result. */
export type OnSweepEvent = (event: SweepEvent) => void;
