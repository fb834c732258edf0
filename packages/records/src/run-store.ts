import type { Artifact, AttemptProgress, AttemptRecord, AttemptResult } from "./attempt.ts";
import type { CallCharge, CallOpening, CallRecord } from "./call.ts";
import type { CellId, CellRecord, RecordedUsage, Spend } from "./cell.ts";
import type { OutcomeKind } from "./outcome.ts";
import type { Run, RunManifest, RunState } from "./run.ts";
import type { CallBudget, CallGrant, RunBooks } from "./run-books.ts";

/** A process that runs cells. Its cells are free again once it is known to be dead. */
export interface WorkerInfo {
  /** Unique among all workers there ever were. */
  id: string;
  host: string;
  pid: number;
}

/** When one worker was at work on a run: from its first attempt to the end of its last, as ISO times. */
export interface WorkSession {
  startedAt: string;
  endedAt: string;
}

/** A cell that wants to be run. */
export interface CellClaim extends CellId {
  taskHash: string;
}

/**
 * Answer to a claim: it is yours, as this attempt; an attempt is under way, be it your own; or it has a result that
 * stays, for the same content of its task.
 */
export type ClaimResult = { state: "claimed"; attempt: number } | { state: "taken" } | { state: "done" };

/** Sums over a run. Cells count under the outcome of their last ended attempt. */
export interface RunTotals {
  outcomes: Readonly<Record<OutcomeKind, number>>;
  /** Cells with an attempt under way. */
  running: number;
  attempts: number;
  spend: Spend;
  usage: RecordedUsage;
}

/** What `recover` found and set right. */
export interface Recovery {
  /** Attempts whose worker is dead, now `lost`; their cells can be claimed again. */
  lostAttempts: number;
  /** Their calls that were under way, now carried at their worst case. */
  lostCalls: number;
  carriedUsd: number;
}

/** Which runs to list. All conditions hold together. */
export interface RunFilter {
  kind?: string;
  /** Runs of this kind are left out, and do not count towards a limit. */
  notKind?: string;
  /** Of the suite or benchmark. */
  name?: string;
}

/** Which cells to read. All conditions hold together. */
export interface CellFilter {
  subject?: string;
  task?: string;
  /** Of the last ended attempt; cells without one are left out. */
  outcomes?: readonly OutcomeKind[];
}

/**
 * Where runs are kept. One conformance suite runs on every implementation.
 *
 * A write is durable when its promise resolves: it survives kill -9 of this process. Writes that come close together
 * share a transaction. Results are keyed: ending the same attempt twice changes nothing the second time, and an
 * attempt that was given up as lost cannot end any more (`endAttempt` answers false).
 * What is stored has passed through `redact`: no secret reaches it. A read sees what the same store was told before.
 * Errors are `RecordsError`s; a run or worker that is not known is one. A `runId` is a whole id; `findRun` gives it.
 */
export interface RunStore {
  /** A new run in state `running`. */
  createRun(manifest: RunManifest, plannedCells: number): Promise<Run>;
  /**
   * The latest unfinished run of this definition, as it is kept, or else a new one. Of several processes that do this
   * at the same moment one creates the run and the others get it.
   */
  openRun(manifest: RunManifest, plannedCells: number): Promise<{ run: Run; created: boolean }>;
  /**
   * What is absent stays. Warnings are added to those that are there, each sentence once, whoever else adds some
   * meanwhile; of sentences that count calls of the run the one stays that counts the most.
   */
  updateRun(
    runId: string,
    change: { state?: RunState; plannedCells?: number; manifest?: RunManifest; warnings?: readonly string[] },
  ): Promise<void>;
  /**
   * By id, by the start of one, or `last`, `last~1`, …, which pass over runs that only checked a judge; null when there
   * is none, an error when several fit.
   */
  findRun(reference: string): Promise<Run | null>;
  /** The latest run of this definition that is not finished. */
  findUnfinished(definition: string): Promise<Run | null>;
  /** Newest first. */
  runs(filter?: RunFilter & { limit?: number }): AsyncIterable<Run>;

  /** Before the worker claims its first cell. Registering it again makes it alive again. */
  registerWorker(worker: WorkerInfo): Promise<void>;
  /** Tells that the worker is alive; at least every 5 seconds while it holds cells. */
  heartbeat(workerId: string): Promise<void>;
  /** The worker ends in good order; attempts it still holds are given back as lost, and it can claim no more. */
  releaseWorker(workerId: string): Promise<void>;
  /** Finds attempts of dead workers: no heartbeat for 30 seconds, or a process of this host that is gone. */
  recover(runId: string): Promise<Recovery>;
  /**
   * Is any worker alive, as `recover` sees it, whatever it works on? As long as none is, nothing runs: what is said to
   * be running was left so by a process that is gone. With a run: is any alive that has begun a cell of it? It may be
   * between two cells.
   */
  hasLivingWorker(runId?: string): Promise<boolean>;

  /**
   * Free is a cell that nobody tried; one whose last ended attempt is no score (`unscored`, `infrastructure`,
   * `cancelled`) or of another content of its task; one whose only attempts are lost.
   */
  claim(runId: string, workerId: string, cell: CellClaim): Promise<ClaimResult>;
  /**
   * An error when the attempt is not under way any more; the call must then not go out. Ids are unique in a run. With a
   * budget the same write decides about the money: of all processes that ask, none opens a call that the books of the
   * run have no room for. Without one every call opens.
   */
  openCall(
    runId: string,
    cell: CellId,
    attempt: number,
    call: CallOpening,
    budget?: CallBudget,
  ): Promise<CallGrant>;
  /**
   * Does not wait; what it writes is durable before the end of its attempt is. A second charge of a call changes
   * nothing; one that comes after its call was given up as lost takes the place of the worst case. When the store is
   * in trouble it is kept and written with the next write; `flush` tells of a charge that could not be written.
   */
  chargeCall(runId: string, charge: CallCharge): void;
  /**
   * Nobody knows how the call ended: it is `lost` from now on, carried at its worst case until a charge comes after
   * all. Nothing changes when it has a charge. Durable as a charge is.
   */
  carryCall(runId: string, callId: string): void;
  /**
   * What the attempt under way has come to so far: once it resolves, neither that nor the charges told before is lost
   * with its process. Later progress takes the place of earlier one, artifact by artifact. The end of the attempt takes
   * the place of its evidence; of its artifacts all stay that the end brings no other one for, by their names. False
   * when the attempt is not under way any more.
   */
  keepProgress(runId: string, cell: CellId, attempt: number, progress: AttemptProgress): Promise<boolean>;
  /** True when this call ended it; false when it was not under way: lost, ended before, or never begun. */
  endAttempt(runId: string, cell: CellId, attempt: number, result: AttemptResult): Promise<boolean>;

  /** In the order of run, task, subject, read page by page: what is written meanwhile may or may not be seen. */
  cells(runId: string, filter?: CellFilter): AsyncIterable<CellRecord>;
  cell(runId: string, cell: CellId): Promise<CellRecord | null>;
  /** From the first on; empty when the cell was never tried. */
  attempts(runId: string, cell: CellId): Promise<readonly AttemptRecord[]>;
  /** In the order of their cells, and as they were opened. */
  calls(runId: string, cell?: CellId): AsyncIterable<CallRecord>;
  artifact(runId: string, cell: CellId, attempt: number, name: string): Promise<Artifact | null>;
  totals(runId: string): Promise<RunTotals>;
  /** When each of its workers was at work; an attempt that was lost, or is under way, ends where it began. */
  sessions(runId: string): Promise<readonly WorkSession[]>;
  /** The money of the run, of all processes together. */
  books(runId: string): Promise<RunBooks>;

  /** Everything written so far is durable when this resolves. */
  flush(): Promise<void>;
  /** Writes what is left, then closes; nothing can be read or written after. Closing twice is harmless. */
  close(): Promise<void>;
}
