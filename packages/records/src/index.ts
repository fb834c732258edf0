export { artifactText } from "./artifact-text.ts";
export type {
  Artifact,
  ArtifactInfo,
  AttemptProgress,
  AttemptRecord,
  AttemptResult,
  Health,
  KeptProgress,
} from "./attempt.ts";
export type { CallCharge, CallOpening, CallPayer, CallRecord } from "./call.ts";
export { canonicalJson, contentHash } from "./canonical-json.ts";
export type { CellId, CellRecord, CountedWork, RecordedUsage, Spend } from "./cell.ts";
export { cellCost } from "./cell-cost.ts";
export { readEvidence, type WholeEvidenceStore } from "./cell-evidence.ts";
export { type GlancingStore, glanceCells, type RunGlance } from "./cell-glance.ts";
export { cellUsage } from "./cell-usage.ts";
export { compareManifests, type ManifestDifference } from "./compare-manifests.ts";
export {
  type CompareRunsOptions,
  compareRuns,
  compareScores,
  type ScoredRun,
  UnknownSubjectOfRunError,
} from "./compare-runs/compare-runs.ts";
export {
  compareSubjects,
  type PairedSubjects,
  type SubjectPair,
  type VerdictRules,
} from "./compare-runs/compare-subjects.ts";
export type {
  ComparedRun,
  ComparedSide,
  RunComparison,
  RunDifference,
  SideRatio,
  SubjectComparison,
  TaskFlip,
  TaskPair,
  TaskSide,
} from "./compare-runs/run-comparison.ts";
export {
  type CollectedCell,
  collectScores,
  type RunScores,
  readRunScores,
  type TaskScores,
} from "./compare-runs/run-scores.ts";
export { type SubjectScore, subjectScore } from "./compare-runs/subject-score.ts";
export { addWork, noWork, workOfCalls } from "./counted-work.ts";
export { countingWarnings, latestCounts } from "./counting-warnings.ts";
export { cutOffWarning } from "./cut-off-warning.ts";
export { definitionHash } from "./definition-hash.ts";
export {
  AmbiguousRunError,
  AttemptNotRunningError,
  DuplicateCallError,
  ImportGivenUpError,
  InvalidRecordError,
  RunExistsError,
  UnknownCallError,
  UnknownRunError,
  UnknownWorkerError,
} from "./errors/record-errors.ts";
export { RecordsError } from "./errors/records-error.ts";
export {
  ForeignDatabaseError,
  StoreBusyError,
  StoreClosedError,
  StoreCorruptError,
  StoreFailedError,
  StoreFullError,
  StorePathError,
  StoreReadOnlyError,
  StoreTooNewError,
} from "./errors/store-errors.ts";
export { type EvidenceNumber, type EvidenceReadingStore, evidenceNumbers } from "./evidence-number.ts";
export { findNamedRun, isCounted, type NamedRuns } from "./find-named-run.ts";
export { findRun, RunNotFoundError } from "./find-run.ts";
export { importedAt, keepImported } from "./imported-at.ts";
export type { ImportedAttempt, ImportedCell, ImportingStore, SeenRun, StagedRun } from "./imported-run.ts";
export type { Json, JsonObject } from "./json.ts";
export { judgeCheckKind } from "./judge-check-kind.ts";
export { keyOfCell } from "./key-of-cell.ts";
export { makeOwnFolder, openStore } from "./open-store.ts";
export { openStoreAt, type StoreOptions } from "./open-store-at.ts";
export {
  failed,
  isScored,
  isTimed,
  type Outcome,
  type OutcomeKind,
  outcomeKinds,
  passed,
  type RecordedError,
  scoreOf,
} from "./outcome.ts";
export { checksUsd, type PaidChecks, readPaidChecks } from "./paid-checks.ts";
export { isPostgresUrl, type PostgresAddress, parseAddress } from "./postgres/address.ts";
export type { Machine, MachineHeldUp, MachineList, SeenMachine } from "./postgres/machines/machine-list.ts";
export { type Machines, openMachines } from "./postgres/machines/open-machines.ts";
export type { PackageStore } from "./postgres/machines/package-store.ts";
export type { Posting, PostingEnd, PostingList, Refusal } from "./postgres/machines/posting-list.ts";
export type {
  ProviderShareOptions,
  ProviderShares,
  RateAsk,
  RateGrant,
  SlotAsk,
  SlotShare,
} from "./postgres/machines/provider-shares.ts";
export type { ResponseStore } from "./postgres/machines/response-store.ts";
export type { Standings } from "./postgres/machines/standings.ts";
export {
  DatabaseEncodingError,
  DatabaseFailedError,
  DatabaseForeignError,
  DatabaseReadOnlyError,
  DatabaseTooNewError,
  StoreAddressError,
  StoreDeniedError,
  StoreMissingError,
  StoreUnreachableError,
} from "./postgres/postgres-errors.ts";
export { readOutcome } from "./read-outcome.ts";
export { createRedactor, type Redactor, redacted } from "./redact.ts";
export { replayedRun, replaysOf } from "./replayed-run.ts";
export type { Run, RunManifest, RunState } from "./run.ts";
export type { CallBudget, CallGrant, RunBooks } from "./run-books.ts";
export { shortRunId } from "./run-id.ts";
export { exportRun } from "./run-lines/export-run.ts";
export { importRun } from "./run-lines/import-run.ts";
export { type MergedRun, mergeRun } from "./run-lines/merge-run.ts";
export {
  MalformedLineError,
  NewerRunFormatError,
  RunBusyError,
  RunConflictError,
  TruncatedRunError,
} from "./run-lines/run-file-errors.ts";
export {
  type ArtifactInLine,
  type AttemptInLine,
  type CallInLine,
  type CellLine,
  type HeaderLine,
  runFormatVersion,
  type TotalsLine,
} from "./run-lines/run-line.ts";
export type { RunText } from "./run-lines/split-lines.ts";
export type {
  CellClaim,
  CellFilter,
  ClaimResult,
  Recovery,
  RunStore,
  RunTotals,
  WorkerInfo,
  WorkSession,
} from "./run-store.ts";
export { atSameContent, type WorkAtContent, type WorkStore } from "./same-content.ts";
export { scoredCount } from "./scored-count.ts";
export { spentUsd } from "./spent-usd.ts";
export { createSqliteStore } from "./sqlite/sqlite-store.ts";
export type { SqliteStoreOptions } from "./sqlite/store-base.ts";
export { taskFamilies } from "./task-families.ts";
export { type TallyingStore, type TaskTally, tallyTasks } from "./task-tally.ts";
export { uncountedWarning } from "./uncounted-warning.ts";
export { unheardMark, unheardWarnings } from "./unheard-warning.ts";
export { unjudgedEvidence, wasSuspect } from "./unjudged-attempt.ts";
export { unpricedWarning } from "./unpriced-warning.ts";
export { workOfAttempt } from "./work-of-attempt.ts";
export { workedMs } from "./worked-ms.ts";
