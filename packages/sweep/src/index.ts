export { type AdaptiveConcurrency, type ConcurrencyLimit, createAdaptiveLimit } from "./adaptive-limit.ts";
export type { Aggregate, AggregateRow, AggregateSums } from "./aggregate.ts";
export type { CellContext, CellResult, RunCell } from "./cell-context.ts";
export { CellOverError } from "./cell-over-error.ts";
export { type CellPlan, planOf } from "./cell-plan.ts";
export { CellStoppedError, type StopCause } from "./cell-stopped-error.ts";
export { circumstancesOf } from "./circumstances.ts";
export { type Classification, type Classify, classify } from "./classify.ts";
export { type Coverage, coverageOf } from "./coverage.ts";
export { type AttemptHealth, type HealthWatch, isSuspect } from "./health.ts";
export {
  budgetSentence,
  cutOffSentence,
  drainSentence,
  type InterruptOptions,
  type InterruptSignal,
  type Interrupts,
  interruptible,
  type SignalSource,
} from "./interrupts.ts";
export { InvalidLimitError, type Limits, type ProviderLimits } from "./limits.ts";
export { type ManifestFacts, manifestOf } from "./manifest-of.ts";
export type { RunChoice } from "./open-run.ts";
export { type PlanCellsOptions, type PlannedSubject, type PlannedTask, planCells } from "./plan-cells.ts";
export { PlanError } from "./plan-error.ts";
export { cellName, type PlannedCell } from "./planned-cell.ts";
export { createProgress, type Progress, type ProgressSnapshot } from "./progress.ts";
export { providerOfModel } from "./provider-of.ts";
export { CellQueue } from "./queue/cell-queue.ts";
export {
  QueueAddressError,
  QueueDriverError,
  QueueSilentError,
  QueueUnreachableError,
} from "./queue/queue-errors.ts";
export { type QueueSourceOptions, queueSource } from "./queue/queue-source.ts";
export type { RateLimits } from "./rate-window.ts";
export { runToContinue } from "./run-to-continue.ts";
export { setupProblemOf } from "./setup-problem.ts";
export type * from "./sharing.ts";
export { sweep } from "./sweep.ts";
export type * from "./sweep-event.ts";
export type { SweepOptions } from "./sweep-options.ts";
export type { SweepResult } from "./sweep-result.ts";
export { systemTimer, type Timer } from "./timer.ts";
export { UnknownSubjectError } from "./unknown-subject-error.ts";
