// Pattern benchmarks.

export { type BaselineOptions, baselineSubject } from "./benchmark/baseline-subject.ts";
export type { BenchmarkDefinition } from "./benchmark/benchmark-definition.ts";
export { taskHash } from "./benchmark/benchmark-plan.ts";
export { BenchmarkConfigError } from "./benchmark/check/benchmark-config-error.ts";
export { checkBenchmark } from "./benchmark/check/check-benchmark.ts";
export {
  baselineSubjects,
  comparePatterns,
  type PatternSubjectsOptions,
  patternSubjects,
  UnknownPatternError,
} from "./benchmark/compare-patterns.ts";
export { defineBenchmark } from "./benchmark/define-benchmark.ts";
export type { BenchmarkForecast, Estimate } from "./benchmark/forecast/benchmark-forecast.ts";
export { planBenchmark } from "./benchmark/forecast/plan-benchmark.ts";
export { planManifest } from "./benchmark/identity/plan-manifest.ts";
export { readShownFacts, type ShownFacts } from "./benchmark/identity/shown-facts.ts";
export { JudgeVoidError } from "./benchmark/judging/judge-check.ts";
export type { JudgeSettings } from "./benchmark/judging/judge-settings.ts";
export { findGradedRun } from "./benchmark/kept/graded-run.ts";
export { reportOfRun } from "./benchmark/kept/report-of-run.ts";
export { runBenchmark, workOnBenchmark } from "./benchmark/run-benchmark.ts";
export type { ComparePatternsConfig, RunBenchmarkConfig } from "./benchmark/run-benchmark-config.ts";

// Reports.

export type {
  BenchmarkRanking,
  BenchmarkReport,
  ReportCosts,
  ReportCoverage,
  SubjectCategoryStat,
  SubjectSummary,
} from "./report/benchmark-report.ts";
export type { BenchmarkRunResult } from "./report/benchmark-run-result.ts";
export { buildBenchmarkReport } from "./report/build-benchmark-report.ts";
export type { BuildBenchmarkReportMeta } from "./report/build-benchmark-report-meta.ts";
export { InvalidResultError } from "./report/check-results.ts";
export type { Comparison } from "./report/comparison.ts";
export type { CompleteReport, CompleteStat } from "./report/complete-report.ts";
export type { JudgeSummary } from "./report/judge-summary.ts";
export type { ReportFailure } from "./report/report-failures.ts";
export { syntheticResult, syntheticResults } from "./report/synthetic-result.ts";
export { costLine } from "./scorecard/cost-line.ts";
export { coverageLine } from "./scorecard/coverage-line.ts";
export { failureLines, failuresTitle } from "./scorecard/failure-lines.ts";
export { headline, simulatedNotice } from "./scorecard/headline.ts";
export {
  renderScorecard,
  type ScorecardFormat,
  type ScorecardOptions,
} from "./scorecard/render-scorecard.ts";
export type { ReportSentence } from "./scorecard/sentence.ts";
export { reportSentences } from "./scorecard/sentences.ts";
export { UnknownScorecardFormatError } from "./scorecard/unknown-scorecard-format-error.ts";
export { type AnalyzerScorerOptions, analyzerScorer } from "./scorers/analyzer-scorer.ts";
// Scorers.
export type { AskedModel } from "./scorers/asked-model.ts";
export { checkScorers } from "./scorers/check-scorers.ts";
export { type CloseToOptions, closeTo } from "./scorers/close-to.ts";
export { allOf, anyOf, PartScorerError } from "./scorers/combine.ts";
export { contains } from "./scorers/contains.ts";
export { cosine, EmbeddingError } from "./scorers/cosine.ts";
export { type CustomScore, custom } from "./scorers/custom.ts";
export type { EmbeddingModel, EmbedFunction } from "./scorers/embed.ts";
export { type EmbeddingSimilarityOptions, embeddingSimilarity } from "./scorers/embedding-similarity.ts";
export { exactMatch } from "./scorers/exact-match.ts";
export { type FindNumberOptions, findNumber } from "./scorers/find-number.ts";
export { jsonPath } from "./scorers/json-path.ts";
export { type JudgeScorerOptions, judgeScorer } from "./scorers/judge-scorer.ts";
export { named } from "./scorers/named.ts";
export { defaultScorerTimeoutMs, runScorer, type ScorerOutcome } from "./scorers/run-scorer.ts";
export { type RunScorersOptions, runScorers, type ScorerResults } from "./scorers/run-scorers.ts";
export { schemaValid } from "./scorers/schema-valid.ts";
export type { ScoreResult } from "./scorers/score-result.ts";
export type { ExpectedOf, Scorer, ScorerArgs, ScorerTask } from "./scorers/scorer.ts";
export { DuplicateScorerError, InvalidScorerError, MissingExpectedError } from "./scorers/scorer-errors.ts";
export { threshold } from "./scorers/threshold.ts";

// Mocks.

export {
  createMockModelResolver,
  type MockModelResolverOptions,
  type UnmockedPolicy,
} from "./mocks/create-mock-model-resolver.ts";
export { MockExhaustedError, type UnmockedFacts, UnmockedModelError } from "./mocks/mock-errors.ts";
export {
  type MockCall,
  type MockCondition,
  type MockGenerator,
  type MockGeneratorOptions,
  type MockStep,
  mockGenerator,
} from "./mocks/mock-generator.ts";

// Single blocks.

export { ConcurrencyError } from "./eval/each-of.ts";
export { type EvalBlockConfig, evalBlock } from "./eval/eval-block.ts";
export { DatasetError, type EvalCase } from "./eval/eval-case.ts";
export type { EvalCaseResult, EvalReport, ScorerSummary } from "./eval/eval-report.ts";
export { type CsvMapping, type CsvRow, fromCsv } from "./eval/from-csv.ts";
export { type LoadDatasetOptions, loadDataset } from "./eval/load-dataset.ts";
export { parseCsv } from "./eval/parse-csv.ts";
export type { StepTrace } from "./harness/step-trace.ts";
export {
  type TestBlockOptions,
  type TestBlockResult,
  type TestModels,
  testBlock,
} from "./harness/test-block.ts";
export { type TestSequencerResult, testSequencer } from "./harness/test-sequencer.ts";

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
