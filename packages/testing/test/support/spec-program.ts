// A program of somebody who has read the published page and nothing else: every type and function of it, each literal
// with the fields of the page and no others. It is type-checked and run, from the sources and as published.
import {
  type BenchmarkAdapter,
  type BenchmarkAdapterOptions,
  type BenchmarkCategory,
  type BenchmarkRegistry,
  type BenchmarkSubject,
  type BenchmarkTask,
  generator,
  type ModelResolver,
  type SequencerDefinition,
  sequencer,
  type UsesSlot,
} from "@flow-state-dev/core";
import {
  type BenchmarkDefinition,
  type BenchmarkRanking,
  type BenchmarkReport,
  type BenchmarkRunResult,
  type BuildBenchmarkReportMeta,
  baselineSubject,
  buildBenchmarkReport,
  type ComparePatternsConfig,
  comparePatterns,
  defineBenchmark,
  estimateCostUsd,
  type RunBenchmarkConfig,
  renderScorecard,
  runBenchmark,
  type Scorer,
  type SubjectCategoryStat,
} from "@flow-state-dev/testing";

const model = "openai/gpt-5.4-mini";
const judgeModel = "anthropic/claude-haiku-4-5";

// The functions, with the signatures of the page.
const page: {
  runBenchmark(config: RunBenchmarkConfig): Promise<BenchmarkReport>;
  comparePatterns(
    registry: BenchmarkRegistry,
    names: string[],
    config: ComparePatternsConfig,
  ): Promise<BenchmarkReport>;
  baselineSubject(options: { model: string; name?: string }): BenchmarkSubject;
  defineBenchmark(def: BenchmarkDefinition): BenchmarkDefinition;
  buildBenchmarkReport(runs: BenchmarkRunResult[], meta: BuildBenchmarkReportMeta): BenchmarkReport;
  renderScorecard(report: BenchmarkReport, format: "table" | "markdown" | "json"): string;
} = {
  runBenchmark,
  comparePatterns,
  baselineSubject,
  defineBenchmark,
  buildBenchmarkReport,
  renderScorecard,
};

// The contract types.
const categories: BenchmarkCategory[] = ["reasoning", "multi-step-research", "critique-revision", "tool-use"];
const tasks: BenchmarkTask[] = [
  { id: "apples", category: "reasoning", prompt: "How many are left?", rubric: ["Says two"] },
  {
    id: "plan",
    category: "tool-use",
    prompt: "Plan it.",
    rubric: ["Has steps", "Names tools"],
    expected: "two",
    metadata: { source: "own" },
  },
];
const uses: UsesSlot = [];
const options: BenchmarkAdapterOptions = { model, uses };
const chain = (name: string, of: string): SequencerDefinition<any, any> =>
  sequencer({ name }).step(
    generator({ name: `${name}-say`, model: of, user: (input: { prompt: string }) => input.prompt }),
  );
const adapter: BenchmarkAdapter = {
  patternName: "planner",
  build: (opts) => ({
    name: "planner",
    kind: "pattern",
    sequencer: chain("planner", opts.model),
    mapTask: (task) => ({ prompt: task.prompt }),
  }),
};
const registry: BenchmarkRegistry = { planner: adapter };
const subjects: BenchmarkSubject[] = [adapter.build(options), page.baselineSubject({ model })];

// Models that cost nothing.
const modelResolver: ModelResolver = (modelId) => ({ modelId, generate: async () => ({ text: "two" }) });
const judgeResolver: ModelResolver = (modelId) => ({
  modelId,
  generate: async ({ messages }) => {
    const criteria = new Set(JSON.stringify(messages).match(/\bc\d+\b/g));
    const finding = (criterion: string) => ({ criterion, evidence: "two", verdict: "met" });
    return { text: JSON.stringify({ findings: [...criteria].map(finding) }) };
  },
});
const scorer: Scorer<unknown> = {
  name: "same",
  score: ({ output, expected }) => {
    const same = expected === undefined || output === expected;
    return { score: same ? 1 : 0, passed: same };
  },
};

// Running.
const small: RunBenchmarkConfig = {
  ...{ subjects, tasks, model },
  ...{ modelResolver, judgeResolver },
};
const config: RunBenchmarkConfig = {
  subjects,
  tasks,
  model,
  judgeModel,
  scorers: [scorer],
  runs: 1,
  concurrency: 2,
  maxCostUsd: 1,
  modelResolver,
  judgeResolver,
  signal: new AbortController().signal,
};
const { subjects: _subjects, ...shared } = config;
const compared: ComparePatternsConfig = { ...shared, baseline: true };
const definition: BenchmarkDefinition = page.defineBenchmark({
  name: "apples",
  subjects,
  patterns: ["planner"],
  registry,
  baseline: true,
  tasks,
  model,
  judgeModel,
  scorers: [scorer],
  runs: 2,
});
page.defineBenchmark({ name: "least", tasks, model });

// A report of one's own.
const aggregates = { stddev: 0, passRate: 1, runs: 2, successfulRuns: 2, costUsd: 0.01, meanLatencyMs: 12 };
const stats: SubjectCategoryStat[] = [
  { subject: "planner", category: "reasoning", mean: 0.9, ...aggregates },
  { subject: "planner", category: "overall", mean: 0.9, ...aggregates },
  { subject: "single-generator", category: "reasoning", mean: 0.4, ...aggregates },
  { subject: "single-generator", category: "overall", mean: 0.4, ...aggregates },
];
const ranking: BenchmarkRanking[] = [
  { subject: "planner", mean: 0.9, deltaVsBaseline: 0.5, credible: true },
  { subject: "single-generator", mean: 0.4, deltaVsBaseline: 0, credible: false },
];
const ownReport: BenchmarkReport = {
  model,
  judgeModel,
  runs: 2,
  subjects: ["planner", "single-generator"],
  categories: ["reasoning"],
  stats,
  rankings: { reasoning: ranking, overall: ranking },
  totalCostUsd: 0.02,
  budgetExceeded: false,
  warnings: [],
  timing: { totalMs: 100 },
};
const { judgeModel: _judge, ...withoutJudge } = ownReport;

// Results of one's own.
const results: BenchmarkRunResult[] = subjects.flatMap(({ name, kind }) =>
  tasks.map(({ id, category }) => ({
    ...{ subject: name, kind, taskId: id, category, run: 0, score: kind === "baseline" ? 0.5 : 1 },
    ...{ passed: true, errored: false, costUsd: 0.001, latencyMs: 5 },
  })),
);
const meta: BuildBenchmarkReportMeta = {
  ...{ model, runs: 1, startedAt: Date.now(), budgetExceeded: false, warnings: [] },
};

const reports: Record<string, BenchmarkReport> = {
  small: await page.runBenchmark(small),
  ran: await page.runBenchmark(config),
  compared: await page.comparePatterns(registry, ["planner"], compared),
  defined: await page.comparePatterns(registry, definition.patterns ?? [], {
    ...{ tasks: definition.tasks, model: definition.model },
    ...{ modelResolver, judgeResolver },
  }),
  folded: page.buildBenchmarkReport(results, meta),
  own: ownReport,
  withoutJudge,
};

const said = Object.entries(reports).map(([name, report]) => {
  for (const format of ["table", "markdown"] as const) {
    const text = page.renderScorecard(report, format);
    if (!text.includes("planner") || /NaN|undefined/.test(text)) throw new Error(`${name}: ${text}`);
  }
  const read = JSON.parse(page.renderScorecard(report, "json")) as BenchmarkReport;
  const [best] = read.rankings.overall ?? [];
  return `${name}: ${best?.subject} ${best?.mean} of ${read.stats.filter(({ category }) => category === "overall").length}`;
});

// The page does not say what it takes; the types do.
const usage = { promptTokens: 1_000_000, completionTokens: 0, totalTokens: 1_000_000 };
const dear = Number(estimateCostUsd(judgeModel, usage)) > 0;
console.log([...said, `${categories.length} categories`, `a price: ${dear}`].join("\n"));
