import type { WholeEvidenceStore } from "../cell-evidence.ts";
import type { GlancingStore } from "../cell-glance.ts";
import type { EvidenceReadingStore } from "../evidence-number.ts";
import type { ImportingStore } from "../imported-run.ts";
import type { RunStore } from "../run-store.ts";
import type { TallyingStore } from "../task-tally.ts";

// A store is put together of parts, a file each and the same ones on every database.

/** Runs: made, changed, found again, listed. */
export type RunsPart = Pick<
  RunStore,
  "createRun" | "openRun" | "updateRun" | "findRun" | "findUnfinished" | "runs"
>;

/** The processes that run cells, and what becomes of their cells when they are gone. */
export type WorkersPart = Pick<
  RunStore,
  "registerWorker" | "heartbeat" | "releaseWorker" | "recover" | "hasLivingWorker"
>;

/** Attempts at cells: begun, kept on the way, and ended. */
export type AttemptsPart = Pick<RunStore, "claim" | "keepProgress" | "endAttempt">;

/** Calls and the money for them. */
export type CallsPart = Pick<RunStore, "openCall" | "chargeCall" | "carryCall" | "books">;

/** What is known of the cells of a run. */
export type ReadingPart = Pick<
  RunStore,
  "cells" | "cell" | "attempts" | "calls" | "artifact" | "totals" | "sessions"
> &
  EvidenceReadingStore &
  WholeEvidenceStore &
  GlancingStore &
  TallyingStore;

/** Runs that come from elsewhere. */
export type ImportsPart = Pick<ImportingStore, "stageRun" | "asKept">;

/** All of them. */
export type WholeStore = ImportingStore &
  EvidenceReadingStore &
  WholeEvidenceStore &
  GlancingStore &
  TallyingStore;
