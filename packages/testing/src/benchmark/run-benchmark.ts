import { createPriceTable, sumUsd, systemClock } from "@flow-state-dev/core";
import {
  checksUsd,
  createSqliteStore,
  type Run,
  type RunStore,
  readPaidChecks,
  unheardWarnings,
} from "@flow-state-dev/records";
import {
  circumstancesOf,
  type PlannedCell,
  type RunCell,
  runToContinue,
  type SweepResult,
  sweep,
} from "@flow-state-dev/sweep";
import { buildBenchmarkReport } from "../report/build-benchmark-report.ts";
import type { CompleteReport } from "../report/complete-report.ts";
import { benchmarkPlan } from "./benchmark-plan.ts";
import { cellLimitsOf } from "./cell/cell-setup.ts";
import { copyTask } from "./cell/copy-task.ts";
import { benchmarkResolvers } from "./cell/executor-resolvers.ts";
import { loadModels } from "./cell/load-models.ts";
import { runBenchmarkCell } from "./cell/run-benchmark-cell.ts";
import { checkConfig } from "./check/check-config.ts";
import { checkPrices } from "./check/check-prices.ts";
import { benchmarkManifest, type ManifestParts } from "./identity/benchmark-manifest.ts";
import { foundOfJudge } from "./judging/found-of-judge.ts";
import { checkJudge } from "./judging/judge-check.ts";
import { judgeOf } from "./judging/judge-of.ts";
import { paidChecks } from "./judging/paid-checks.ts";
import { readGradedRun } from "./kept/graded-run.ts";
import { type RememberedCell, readPlannedRows, readResults } from "./kept/read-results.ts";
import { type Began, configWarnings, reportMeta } from "./report-meta.ts";
import { defaultConcurrency, type RunBenchmarkConfig } from "./run-benchmark-config.ts";
import { createRefusedCalls } from "./strict-warning.ts";
import { sweepLimits } from "./sweep-limits.ts";
import { withChecks } from "./with-checks.ts";

/**
 * Runs a sweep over explicit subjects and returns a `BenchmarkReport`. Budget, abort and drain end in a partial report
 * of what there is. Rejects before anything is spent when the configuration makes no sense, a model cannot be had or
 * a model has no price while there is a budget. Where the judge is checked first, rejects after that check, which is
 * paid for, with a `JudgeVoidError` when a canary passed or no answer was a judgement, and with what is wrong with the
 * setup of the judge, such as a key that is refused. After that only when the store cannot be used.
 */
export async function runBenchmark(config: RunBenchmarkConfig): Promise<CompleteReport> {
  const began = { startedAt: Date.now(), elapsed: systemClock.elapsed() };
  return runChecked(checkedConfig(config), began);
}

async function runChecked(config: RunBenchmarkConfig, began: Began): Promise<CompleteReport> {
  const prices = config.prices ?? createPriceTable();
  const judge = judgeOf(config);
  const resolvers = benchmarkResolvers(config, judge.models);
  checkPrices(config, resolvers, prices);
  const loading = loadModels(resolvers.models.values());
  // Git looks at the folder while the cells are planned.
  const circumstances = config.store === undefined ? undefined : circumstancesOf(process.cwd());
  const plan = benchmarkPlan(config, judge.models);
  const { store, close } = openStore(config.store);
  try {
    const graded =
      config.regrade === undefined ? undefined : await readGradedRun(store, config.regrade, config);
    const parts = { plan, judge, resolvers, prices, graded };
    const planned = benchmarkManifest(config, parts, await circumstances);
    const found = config.resume ? await runToContinue(store, planned) : { manifest: planned };
    const before = "run" in found ? await store.findRun(found.run) : null;
    const takenUsd = before ? await takenBy(store, before, config.limits?.strict ?? false) : 0;
    const check = await checkJudge(config, { judge, resolvers, prices, store, takenUsd });
    const judgeChecks = await paidChecks(store, planned.name, check, before?.manifest);
    const checksSpentUsd = checksUsd(judgeChecks);
    const manifest = {
      ...planned,
      circumstances: {
        ...planned.circumstances,
        ...(checksSpentUsd > 0 && { judgeChecks }),
        ...foundOfJudge(check),
      },
    };
    // A run that is finished stays as it was kept.
    const choice = "manifest" in found ? { ...found, manifest } : found;
    const run = runOf(config, parts, store);
    await loading;
    const result = await sweep({
      cells: plan,
      runCell: run.runCell,
      store,
      claimsAhead: true,
      startsAhead: run.startsAhead,
      carriedAdvice: "Set maxTokens on generators to make that less.",
      ...choice,
      limits: {
        ...sweepLimits(config),
        concurrency: config.concurrency ?? defaultConcurrency,
        ...(config.maxCostUsd !== undefined && {
          budgetUsd: Math.max(0, config.maxCostUsd - checksSpentUsd),
        }),
      },
      ...listeners({ ...config, ...withChecks(config, checksSpentUsd) }),
    });
    const { runId } = result;
    const { subjects, tasks, refused } = run;
    const told = configWarnings(config, judge, check);
    if (told.length > 0) await store.updateRun(runId, { warnings: told });
    const brokeOff = unheardWarnings(result.warnings).length > 0;
    const source = { store, runId, plan, subjects, tasks, brokeOff };
    const { results, judged } = run.remembered
      ? await readResults({ ...source, remembered: run.remembered })
      : await readPlannedRows(source);
    const books = await store.books(runId);
    return buildBenchmarkReport(
      results,
      reportMeta(config, {
        ...parts,
        manifest,
        result,
        results,
        judged,
        check,
        checksSpentUsd,
        began,
        books,
        refused,
      }),
    );
  } finally {
    await close();
  }
}

/**
 * Works on the cells of a run that another process has planned, as `config.sharing` says. The configuration must be the
 * one it was planned with; the judge was checked by the planner, so `maxCostUsd` is what is left for the cells.
 */
export async function workOnBenchmark(
  given: RunBenchmarkConfig & { store: RunStore },
  runId: string,
): Promise<SweepResult> {
  const config = checkedConfig(given);
  const prices = config.prices ?? createPriceTable();
  const judge = judgeOf(config);
  const resolvers = benchmarkResolvers(config, judge.models);
  const plan = benchmarkPlan(config, judge.models);
  const { maxCostUsd: budgetUsd, concurrency = defaultConcurrency } = config;
  const parts = { plan, judge, resolvers, prices, graded: undefined };
  // The report is made elsewhere, from the store.
  const { runCell } = runOf({ ...config, outputs: false }, parts, given.store);
  await loadModels(resolvers.models.values());
  return sweep({
    ...{ cells: plan, run: runId, store: given.store, runCell },
    limits: { ...sweepLimits(config), concurrency, ...(budgetUsd !== undefined && { budgetUsd }) },
    ...listeners(config),
  });
}

/** The configuration as it is now: what anybody does to its lists and tasks later is without effect on the run. */
function checkedConfig(config: RunBenchmarkConfig): RunBenchmarkConfig {
  checkConfig(config);
  const { subjects, tasks, scorers } = config;
  return {
    ...config,
    ...{ subjects: [...subjects], tasks: tasks.map(copyTask) },
    ...(scorers && { scorers: [...scorers] }),
  };
}

function listeners({ signal, drain, onEvent, sharing }: RunBenchmarkConfig) {
  return {
    ...(signal && { signal }),
    ...(drain && { drain }),
    ...(onEvent && { onEvent }),
    ...(sharing && { sharing }),
  };
}

function runOf(
  config: RunBenchmarkConfig,
  { plan, judge, resolvers, prices, graded }: ManifestParts,
  store: RunStore,
) {
  const subjects = new Map(config.subjects.map((subject) => [subject.name, subject]));
  const tasks = new Map(config.tasks.map((task) => [task.id, task]));
  const { scorers = [], cache, outputs = true } = config;
  const remembered = outputs ? new Map<number, RememberedCell>() : undefined;
  const limits = cellLimitsOf(config);
  const referenced = config.tasks.some(({ expected }) => expected !== undefined);
  const refused = createRefusedCalls();
  const runCell: RunCell = async (cell, context) => {
    const setup = { subject: subjects.get(cell.subject)!, task: tasks.get(cell.task)! };
    const ended = await runBenchmarkCell(
      { ...setup, judge, scorers, referenced, resolvers, prices, cache, limits, store, graded },
      cell,
      context,
    );
    const { result, evidence, output, judgeError } = ended;
    refused.note(judgeError ?? result.brokenBy);
    const known = { attempt: context.attempt, evidence, ...(output !== undefined && { output }) };
    remembered?.set(plan.positionOf(cell), known);
    return result;
  };
  // What a cache answers, or an earlier run, needs no call; then there is no moment at which the cell would take its slot.
  const mayStartAhead = cache === undefined && graded === undefined;
  const startsAhead = ({ subject }: PlannedCell) =>
    mayStartAhead && (subjects.get(subject)?.sequencer["~block"].asksFirst ?? false);
  return { subjects, tasks, remembered, runCell, startsAhead, refused };
}

function openStore(store: RunStore | string | undefined): { store: RunStore; close(): Promise<void> } {
  if (typeof store === "object") return { store, close: async () => {} };
  const own = createSqliteStore(store ?? ":memory:");
  return { store: own, close: () => own.close() };
}

/** What a run has taken of its budget, in US dollars; calls whose end nobody knows only where it is strict. */
async function takenBy(store: RunStore, { id, manifest }: Run, strict: boolean): Promise<number> {
  const { spentUsd, carriedUsd } = await store.books(id);
  return sumUsd([spentUsd, strict ? 0 : -carriedUsd, checksUsd(readPaidChecks(manifest))]);
}
