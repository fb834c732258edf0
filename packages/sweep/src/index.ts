export type { CellContext, CellProgress, CellResult, RunCell, TakenOver } from "./attempt/cell-context.ts";
export { CellStoppedError, type StopCause } from "./attempt/cell-stopped-error.ts";
export type { CachedAnswer } from "./attempt/work-done.ts";
export { type HeldUp, sumHeldUp } from "./events/held-up-reasons.ts";
export { createProgress, type Progress, type ProgressSnapshot } from "./events/progress.ts";
export { type AttemptHealth, type HealthWatch, isSuspect } from "./health/health.ts";
export {
  type AdaptiveConcurrency,
  type ConcurrencyLimit,
  createAdaptiveLimit,
} from "./limits/adaptive-limit.ts";
export {
  type CompleteLimits,
  completeLimits,
  InvalidLimitError,
  type Limits,
  type ProviderLimits,
} from "./limits/limits.ts";
export { providerOfModel } from "./limits/provider-of.ts";
export type { RateLimits } from "./limits/rate-window.ts";
export { CellOverError } from "./money/cell-over-error.ts";
export { type CellPlan, planOf } from "./plan/cell-plan.ts";
export {
  type PlanCellsOptions,
  type PlannedSubject,
  type PlannedTask,
  planCells,
} from "./plan/plan-cells.ts";
export { PlanError } from "./plan/plan-error.ts";
export { cellName, type PlannedCell } from "./plan/planned-cell.ts";
export { CellQueue } from "./queue/cell-queue.ts";
export {
  QueueAddressError,
  QueueBrokenError,
  QueueDriverError,
  QueueUnreachableError,
} from "./queue/queue-errors.ts";
export { type QueueSourceOptions, queueSource } from "./queue/queue-source.ts";
export { OtherPlanError } from "./queue/same-plan.ts";
export type * from "./queue/sharing.ts";
export { circumstancesOf } from "./run/circumstances.ts";
export { filtersOff, listFilters } from "./run/filters-off.ts";
export { type ManifestFacts, manifestOf } from "./run/manifest-of.ts";
export { carriedWarning, type RunChoice } from "./run/open-run.ts";
export { continuedRun, runToContinue } from "./run/run-to-continue.ts";
export {
  budgetSentence,
  cutOffSentence,
  drainSentence,
  type InterruptOptions,
  type InterruptSignal,
  type Interrupts,
  interruptible,
  type SignalSource,
} from "./stopping/interrupts.ts";
export { keptSentence } from "./stopping/kept-sentence.ts";
export { sweep } from "./sweep.ts";
export type * from "./sweep-event.ts";
export type { SweepOptions } from "./sweep-options.ts";
export type { SweepResult } from "./sweep-result.ts";
export type { Aggregate, AggregateRow, AggregateSums } from "./tally/aggregate.ts";
export { type Coverage, coverageOf } from "./tally/coverage.ts";
export { UnknownSubjectError } from "./tally/unknown-subject-error.ts";
export { awakeTimer } from "./time/awake-timer.ts";
export { systemTimer, type Timer } from "./time/timer.ts";
export { type Classification, type Classify, classify, classifyCall } from "./verdict/classify.ts";
export { isCutByBudget } from "./verdict/cut-by-budget.ts";
export { setupProblemOf } from "./verdict/setup-problem.ts";
export { StarvedError } from "./verdict/starved-error.ts";
