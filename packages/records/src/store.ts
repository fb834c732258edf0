// What it takes to look into a store, and no more: a command that only reads is there sooner without the rest.
export { cellCost } from "./cell-cost.ts";
export { type GlancingStore, glanceCells, type RunGlance } from "./cell-glance.ts";
export { cellUsage } from "./cell-usage.ts";
export { RecordsError } from "./errors/records-error.ts";
export { type EvidenceNumber, type EvidenceReadingStore, evidenceNumbers } from "./evidence-number.ts";
export { findRun, RunNotFoundError } from "./find-run.ts";
export { importedAt } from "./imported-at.ts";
export { makeOwnFolder, openStore } from "./open-store.ts";
export { openStoreAt } from "./open-store-at.ts";
export { isScored, type OutcomeKind } from "./outcome.ts";
export { isPostgresUrl } from "./postgres/address.ts";
export { StoreAddressError } from "./postgres/postgres-errors.ts";
export type { Run, RunManifest } from "./run.ts";
export { shortRunId } from "./run-id.ts";
export type { RunStore, RunTotals } from "./run-store.ts";
export { type SubjectTimes, subjectTimes } from "./subject-times.ts";
export { type TallyingStore, type TaskTally, tallyTasks } from "./task-tally.ts";
export { unheardWarnings } from "./unheard-warning.ts";
