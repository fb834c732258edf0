import { createPriceTable, type PriceTable } from "@flow-state-dev/core";
import { type Judge, sameFamily, summarizeJudge } from "@flow-state-dev/judge";
import { createSqliteStore, type RunManifest, type RunStore } from "@flow-state-dev/records";
import {
  type CellPlan,
  circumstancesOf,
  manifestOf,
  type RunCell,
  type SweepResult,
  sweep,
} from "@flow-state-dev/sweep";
import type { BenchmarkReport } from "../report/benchmark-report.ts";
import type { BenchmarkRunResult } from "../report/benchmark-run-result.ts";
import { buildBenchmarkReport } from "../report/build-benchmark-report.ts";
import type { BuildBenchmarkReportMeta } from "../report/build-benchmark-report-meta.ts";
import { benchmarkPlan, defaultRuns, primaryBaseline } from "./benchmark-plan.ts";
import { checkConfig } from "./check-config.ts";
import { checkPrices } from "./check-prices.ts";
import { type BenchmarkResolvers, benchmarkResolvers, modelsOf } from "./executor-resolvers.ts";
import { checkJudge, type JudgeCheck } from "./judge-check.ts";
import { judgeOf } from "./judge-of.ts";
import { type RememberedCell, readResults } from "./read-results.ts";
import { runBenchmarkCell } from "./run-benchmark-cell.ts";
import { defaultBenchmarkName, type RunBenchmarkConfig } from "./run-benchmark-config.ts";

const defaultConcurrency = 3;

/**
 * Runs a sweep over explicit subjects and returns a `BenchmarkReport`. Budget, abort and drain end in a partial report
 * of what there is. Rejects before anything is spent when the configuration makes no sense, a model cannot be had or
 * a model has no price while there is a budget; after that only when the store cannot be used.
 */
export async function runBenchmark(config: RunBenchmarkConfig): Promise<BenchmarkReport> {
  const startedAt = Date.now();
  checkConfig(config);
  const prices = config.prices ?? createPriceTable();
  const judge = judgeOf(config);
  const resolvers = benchmarkResolvers(config, judge.models);
  checkPrices(config, resolvers, prices);
  const plan = benchmarkPlan(config, judge.models);
  const manifest = await manifestFor(config, { plan, judge, resolvers, prices });
  const { store, close } = openStore(config.store);
  try {
    const check = await checkJudge(config, { judge, resolvers, prices, store });
    const run = runOf(config, { plan, judge, resolvers, prices });
    const result = await sweep({
      cells: plan,
      runCell: run.runCell,
      store,
      manifest,
      resume: config.resume ?? false,
      limits: {
        ...config.limits,
        concurrency: config.concurrency ?? defaultConcurrency,
        ...(config.maxCostUsd !== undefined && {
          budgetUsd: Math.max(0, config.maxCostUsd - check.spentUsd),
        }),
        ...(config.cellTimeoutMs !== undefined && { cellTimeoutMs: config.cellTimeoutMs }),
      },
      ...(config.signal && { signal: config.signal }),
      ...(config.drain && { drain: config.drain }),
      ...(config.onEvent && { onEvent: config.onEvent }),
    });
    const { runId } = result;
    const { subjects, tasks, remembered } = run;
    const results = await readResults({ store, runId, plan, subjects, tasks, remembered });
    return buildBenchmarkReport(
      results,
      reportMeta(config, { result, results, check, judge, resolvers, plan, startedAt }),
    );
  } finally {
    await close();
  }
}

interface Parts {
  plan: CellPlan;
  judge: Judge;
  resolvers: BenchmarkResolvers;
  prices: PriceTable;
}

function runOf(config: RunBenchmarkConfig, { plan, judge, resolvers, prices }: Parts) {
  const subjects = new Map(config.subjects.map((subject) => [subject.name, subject]));
  const tasks = new Map(config.tasks.map((task) => [task.id, task]));
  const remembered = new Map<number, RememberedCell>();
  const { scorers = [], cache } = config;
  const runCell: RunCell = async (cell, context) => {
    const setup = { subject: subjects.get(cell.subject)!, task: tasks.get(cell.task)! };
    const ended = await runBenchmarkCell(
      { ...setup, judge, scorers, resolvers, prices, cache },
      cell,
      context,
    );
    const { evidence, output } = ended;
    remembered.set(plan.positionOf(cell), { attempt: context.attempt, evidence, output });
    return ended.result;
  };
  return { subjects, tasks, remembered, runCell };
}

async function manifestFor(
  config: RunBenchmarkConfig,
  { plan, judge, resolvers, prices }: Parts,
): Promise<RunManifest> {
  const { subjects, model, scorers = [] } = config;
  const used = [...subjects.flatMap((subject) => modelsOf(subject, model)), ...judge.models];
  const { models, version } = prices.snapshot(new Set(used));
  return manifestOf(plan, {
    kind: "compare",
    name: config.name ?? defaultBenchmarkName,
    simulated: resolvers.simulated,
    models: { executor: model, judge: judge.models.join(", ") },
    conditions: {
      subjects: Object.fromEntries(subjects.map((subject) => [subject.name, modelsOf(subject, model)])),
      judge: { fingerprint: judge.fingerprint, repeats: judge.repeats },
      scorers: scorers.map(({ name }) => name),
      prices: JSON.parse(JSON.stringify(models)),
    },
    circumstances: {
      ...(config.store === undefined ? {} : await circumstancesOf(process.cwd())),
      priceList: version,
    },
  });
}

function openStore(store: RunStore | string | undefined): { store: RunStore; close(): Promise<void> } {
  if (typeof store === "object") return { store, close: async () => {} };
  const own = createSqliteStore(store ?? ":memory:");
  return { store: own, close: () => own.close() };
}

interface MetaParts extends Pick<Parts, "judge" | "resolvers" | "plan"> {
  result: SweepResult;
  results: readonly BenchmarkRunResult[];
  check: JudgeCheck;
  startedAt: number;
}

function reportMeta(config: RunBenchmarkConfig, parts: MetaParts): BuildBenchmarkReportMeta {
  const { result, results, check, judge, resolvers, plan, startedAt } = parts;
  const { subjects, tasks, model, margin, seed } = config;
  const baseline = primaryBaseline(config);
  return {
    model,
    judgeModel: judge.models.join(", "),
    runs: config.runs ?? defaultRuns,
    startedAt,
    budgetExceeded: result.budgetExceeded,
    warnings: [
      ...judgeWarnings(config, judge),
      ...check.warnings,
      ...(result.stopped ? [result.stopped.reason] : []),
      ...result.warnings,
    ],
    ...(baseline !== undefined && { primaryBaseline: baseline }),
    subjects: subjects.map(({ name, kind }) => ({ name, kind })),
    tasks: tasks.map(({ id, category }) => ({ id, category })),
    plannedCells: plan.count,
    aborted: result.interrupted,
    judge: {
      ...summarizeJudge(judge, { findings: results.map(({ findings = [] }) => findings) }),
      ...{ canaries: check.canaries, golden: check.golden },
    },
    outsideCostUsd: check.spentUsd,
    ...(config.maxCostUsd !== undefined && { maxCostUsd: config.maxCostUsd }),
    simulated: resolvers.simulated,
    ...(config.store !== undefined && { runId: result.runId }),
    name: config.name ?? defaultBenchmarkName,
    ...(margin !== undefined && { margin }),
    ...(seed !== undefined && { seed }),
  };
}

/** A judge tends to like what is like itself. */
function judgeWarnings({ subjects, model }: RunBenchmarkConfig, judge: Judge): string[] {
  const executors = [...new Set(subjects.flatMap((subject) => modelsOf(subject, model)))];
  const same = executors.filter((id) => judge.models.includes(id));
  if (same.length > 0) {
    return [
      `Self-preference: ${same.join(", ")} judges its own answers, which tends to raise their scores. Set judgeModel to a model of another family.`,
    ];
  }
  const related = executors.filter((id) => judge.models.some((judgeModel) => sameFamily(id, judgeModel)));
  if (related.length === 0) return [];
  return [
    `Self-preference: the judge ${judge.models.join(", ")} is of the same family as ${related.join(", ")}, which may raise those scores. A judge of another family is safer.`,
  ];
}
