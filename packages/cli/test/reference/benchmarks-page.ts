import { typesSection } from "./types-section.ts";

const intro = `# Benchmarks reference

Functions and types of pattern benchmarks, from their sources. How to use them: [benchmarks](benchmarks.md). The engine is in \`@flow-state-dev/testing\`, contract types are in \`@flow-state-dev/core\`. A field with \`?\` may be left out. Unknown is \`null\`, never 0. Money is in US dollars, time in milliseconds unless a name says otherwise.`;

/** `docs/benchmarks-reference.md`, from the types themselves. */
export function benchmarksPage(): string {
  return `${[
    intro,
    "## Running",
    ...typesSection("testing/src/benchmark/run-benchmark.ts", ["runBenchmark"]),
    ...typesSection("testing/src/benchmark/run-benchmark-config.ts", ["RunBenchmarkConfig"]),
    ...typesSection("testing/src/benchmark/compare-patterns.ts", ["comparePatterns"]),
    ...typesSection("testing/src/benchmark/run-benchmark-config.ts", ["ComparePatternsConfig"]),
    ...typesSection("testing/src/benchmark/baseline-subject.ts", ["baselineSubject"]),
    ...typesSection("testing/src/benchmark/define-benchmark.ts", ["defineBenchmark"]),
    ...typesSection("testing/src/benchmark/benchmark-definition.ts", ["BenchmarkDefinition"]),
    ...typesSection("testing/src/benchmark/forecast/plan-benchmark.ts", ["planBenchmark"]),
    "## Report",
    ...typesSection("testing/src/report/benchmark-report.ts", [
      "BenchmarkReport",
      "BenchmarkRanking",
      "SubjectCategoryStat",
    ]),
    ...typesSection("testing/src/report/complete-report.ts", ["CompleteReport"]),
    ...typesSection("testing/src/report/build-benchmark-report.ts", ["buildBenchmarkReport"]),
    ...typesSection("testing/src/report/build-benchmark-report-meta.ts", ["BuildBenchmarkReportMeta"]),
    ...typesSection("testing/src/report/benchmark-run-result.ts", ["BenchmarkRunResult"]),
    ...typesSection("testing/src/scorecard/render-scorecard.ts", ["renderScorecard", "ScorecardOptions"]),
    ...typesSection("testing/src/scorecard/sentences.ts", ["reportSentences"]),
    ...typesSection("core/src/money/estimate-cost.ts", ["estimateCostUsd"]),
    "## Contract types",
    ...typesSection("core/src/benchmark/benchmark-task.ts", ["BenchmarkTask"]),
    ...typesSection("core/src/benchmark/benchmark-category.ts", ["BenchmarkCategory"]),
    ...typesSection("core/src/benchmark/benchmark-subject.ts", ["BenchmarkSubject"]),
    ...typesSection("core/src/benchmark/benchmark-adapter.ts", [
      "BenchmarkAdapterOptions",
      "BenchmarkAdapter",
      "BenchmarkRegistry",
    ]),
    ...typesSection("testing/src/scorers/scorer.ts", ["Scorer"]),
  ].join("\n\n")}\n`;
}
