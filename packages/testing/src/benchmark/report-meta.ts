import { sumUsd, systemClock } from "@flow-state-dev/core";
import type { Judge } from "@flow-state-dev/judge";
import { isScored, type RunBooks, type RunManifest } from "@flow-state-dev/records";
import type { SweepResult } from "@flow-state-dev/sweep";
import type { BenchmarkRunResult } from "../report/benchmark-run-result.ts";
import type { BuildBenchmarkReportMeta } from "../report/build-benchmark-report-meta.ts";
import { defaultRuns, primaryBaseline } from "./benchmark-plan.ts";
import { categoryWarnings } from "./category-warnings.ts";
import type { ManifestParts } from "./identity/benchmark-manifest.ts";
import type { JudgeCheck } from "./judging/judge-check.ts";
import {
  judgeFailureWarnings,
  leftOutWarnings,
  panelWarnings,
  selfPreferenceWarnings,
} from "./judging/judge-warnings.ts";
import type { JudgedCells } from "./judging/judged-cells.ts";
import { changedSubjects, gradedWarning } from "./kept/graded-run.ts";
import { defaultBenchmarkName, type RunBenchmarkConfig } from "./run-benchmark-config.ts";
import { type RefusedCalls, strictWarning } from "./strict-warning.ts";

/** When a run began: by the calendar, and by a clock that nobody sets. */
export interface Began {
  startedAt: number;
  elapsed: number;
}

/** What a run came to, beside its results. */
export interface MetaParts extends ManifestParts {
  manifest: RunManifest;
  result: SweepResult;
  results: readonly BenchmarkRunResult[];
  /** What the judge said of them. */
  judged: JudgedCells;
  check: JudgeCheck;
  /** What the run has paid for checks of its judge, in US dollars. */
  checksSpentUsd: number;
  books: RunBooks;
  refused: RefusedCalls;
  began: Began;
}

/** What a report has to be told beside the results of its cells. */
export function reportMeta(config: RunBenchmarkConfig, parts: MetaParts): BuildBenchmarkReportMeta {
  const { manifest, result, results, judged, check, checksSpentUsd, judge } = parts;
  const { plan, graded, began, books, refused } = parts;
  const { subjects, tasks, model, margin, seed } = config;
  const baseline = primaryBaseline(config);
  const scored = results.filter(({ outcome }) => outcome !== undefined && isScored(outcome)).length;
  const summary = judged.summary(judge, check);
  return {
    model,
    ...(judge.models.length > 0 && { judgeModel: judge.models.join(", ") }),
    runs: config.runs ?? defaultRuns,
    startedAt: began.startedAt,
    // What is kept is told as it will be told again; of what is not, nobody can tell but this process.
    totalMs: config.store === undefined ? systemClock.elapsed() - began.elapsed : result.workedMs,
    budgetExceeded:
      result.budgetExceeded ||
      isOver(config, sumUsd([spentOf(result), -result.spend.carried, checksSpentUsd])),
    warnings: [
      ...gradedWarning(manifest),
      ...(graded ? changedSubjects(graded, manifest) : []),
      ...configWarnings(config, judge, check),
      ...judgeFailureWarnings(summary, results.length),
      ...leftOutWarnings(results),
      ...strictWarning(config, { scored, spentUsd: spentOf(result) }, refused),
      ...(result.stopped ? [result.stopped.reason] : []),
      ...result.warnings,
    ],
    ...(baseline !== undefined && { primaryBaseline: baseline }),
    subjects: subjects.map(({ name, kind }) => ({ name, kind })),
    tasks: tasks.map(({ id, category, family }) => ({
      id,
      category,
      ...(family !== undefined && { family }),
    })),
    plannedCells: plan.count,
    aborted: result.interrupted,
    judge: summary,
    runCostUsd: spentOf(result),
    carried: { usd: result.spend.carried, calls: books.carriedCalls },
    outsideCostUsd: checksSpentUsd,
    ...(config.maxCostUsd !== undefined && { maxCostUsd: config.maxCostUsd }),
    simulated: manifest.simulated,
    ...(config.store !== undefined && { runId: result.runId }),
    ...(graded && { regradeOf: graded.id }),
    name: config.name ?? defaultBenchmarkName,
    ...(margin !== undefined && { margin }),
    ...(seed !== undefined && { seed }),
  };
}

/** What a reader has to know that does not depend on what becomes of the cells. */
export function configWarnings(config: RunBenchmarkConfig, judge: Judge, check: JudgeCheck): string[] {
  return [
    ...selfPreferenceWarnings(config, judge),
    ...(judge.models.length > 0 ? panelWarnings(config) : []),
    ...categoryWarnings(config.tasks),
    ...check.warnings,
  ];
}

/**
 * All cells may be there, and the last calls have passed the limit all the same. What lost calls may have cost at most
 * is not known to be spent; where it counts, with a strict budget, no call goes beyond the limit.
 */
function isOver({ maxCostUsd }: RunBenchmarkConfig, spentUsd: number): boolean {
  return maxCostUsd !== undefined && spentUsd > maxCostUsd;
}

function spentOf({ spend: { subject, judge, agent } }: SweepResult): number {
  return sumUsd([subject, judge, agent]);
}
