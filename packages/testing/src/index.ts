// Pattern benchmarks.

export { type BaselineOptions, baselineSubject } from "./benchmark/baseline-subject.ts";
export { BenchmarkConfigError } from "./benchmark/benchmark-config-error.ts";
export type { BenchmarkForecast, Estimate } from "./benchmark/benchmark-forecast.ts";
export { checkBenchmark } from "./benchmark/check-benchmark.ts";
export {
  baselineSubjects,
  comparePatterns,
  type PatternSubjectsOptions,
  patternSubjects,
  UnknownPatternError,
} from "./benchmark/compare-patterns.ts";
export { type BenchmarkDefinition, defineBenchmark } from "./benchmark/define-benchmark.ts";
export { JudgeVoidError } from "./benchmark/judge-check.ts";
export type { JudgeSettings } from "./benchmark/judge-settings.ts";
export { planBenchmark } from "./benchmark/plan-benchmark.ts";
export { runBenchmark } from "./benchmark/run-benchmark.ts";
export type { ComparePatternsConfig, RunBenchmarkConfig } from "./benchmark/run-benchmark-config.ts";

// Reports.

export type {
  BenchmarkRanking,
  BenchmarkReport,
  ReportCoverage,
  SubjectCategoryStat,
  SubjectSummary,
} from "./report/benchmark-report.ts";
export type { BenchmarkRunResult } from "./report/benchmark-run-result.ts";
export { buildBenchmarkReport } from "./report/build-benchmark-report.ts";
export type { BuildBenchmarkReportMeta } from "./report/build-benchmark-report-meta.ts";
export type { Comparison } from "./report/comparison.ts";
export type { JudgeSummary } from "./report/judge-summary.ts";
export { syntheticResult, syntheticResults } from "./report/synthetic-result.ts";
export { costLine } from "./scorecard/cost-line.ts";
export { coverageLine } from "./scorecard/coverage-line.ts";
export { headline, simulatedNotice } from "./scorecard/headline.ts";
export { renderScorecard, type ScorecardFormat } from "./scorecard/render-scorecard.ts";
export type { ReportSentence } from "./scorecard/sentence.ts";
export { reportSentences } from "./scorecard/sentences.ts";
export { UnknownScorecardFormatError } from "./scorecard/unknown-scorecard-format-error.ts";

// Scorers.

export { closeTo } from "./scorers/close-to.ts";
export { contains } from "./scorers/contains.ts";
export type { Scorer, ScorerArgs } from "./scorers/scorer.ts";

// The contract, as it is in core.

export type {
  BenchmarkAdapter,
  BenchmarkAdapterOptions,
  BenchmarkCategory,
  BenchmarkRegistry,
  BenchmarkSubject,
  BenchmarkTask,
} from "@flow-state-dev/core";
export { estimateCostUsd } from "@flow-state-dev/core";
