import { sumUsd } from "@flow-state-dev/core";
import { countFamilies } from "@flow-state-dev/stats";
import type { ReportCosts, SubjectSummary } from "./benchmark-report.ts";
import type { BenchmarkRunResult } from "./benchmark-run-result.ts";
import type { BuildBenchmarkReportMeta } from "./build-benchmark-report-meta.ts";
import { overall } from "./category-labels.ts";
import { poolsOf, statOf } from "./category-stats.ts";
import { checkMeta } from "./check-meta.ts";
import { checkResults } from "./check-results.ts";
import { compareWithBaseline } from "./compare-with-baseline.ts";
import type { CompleteReport } from "./complete-report.ts";
import { costWarnings } from "./cost-warnings.ts";
import { paretoMarks } from "./pareto-marks.ts";
import { inPlanOrder } from "./plan-order.ts";
import { rankingsOf } from "./rankings.ts";
import { coverageOf } from "./report-coverage.ts";
import { failuresOf } from "./report-failures.ts";
import { gridOf } from "./report-grid.ts";
import { scorerWarnings } from "./scorer-warnings.ts";
import { subjectScores } from "./subject-scores.ts";
import { summaryOf } from "./subject-summary.ts";
import { tidyAll } from "./tidy-all.ts";
import { scoreWarnings, validScores } from "./valid-scores.ts";

/**
 * Folds the results of cells into a report, in one pass and without any I/O. Errored, timed-out and over-budget
 * cells are scores of 0; unscored, infrastructure and cancelled ones are no scores and lower coverage, and so do scores
 * that are no numbers from 0 to 1, with a warning. Throws an `InvalidResultError` for a result of no subject, task or
 * category, with a cost below 0, an outcome that there is not, or a member of another type. Everything is computed from
 * unrounded numbers; what is published is rounded to twelve digits, not to the four of other tools.
 */
export function buildBenchmarkReport(
  runs: readonly BenchmarkRunResult[],
  meta: BuildBenchmarkReportMeta,
): CompleteReport {
  checkResults(runs);
  checkMeta(meta);
  const options = { margin: meta.margin ?? 0.05, seed: meta.seed ?? 1 };
  const valid = validScores(runs);
  const grid = gridOf(valid.results, meta);
  const names = grid.subjects.map(({ name }) => name);
  const pools = poolsOf(grid);
  const stats = pools.map((pool) => statOf(names[pool.subject]!, pool));
  const rankings = rankingsOf([...grid.categories, overall], pools, stats, grid.primary);
  const credible = new Set(
    rankings[overall]!.flatMap((ranking) => (ranking.credible ? [ranking.subject] : [])),
  );
  const scores = names.map((_, subject) => subjectScores(grid, subject));
  const comparisons = compareWithBaseline(grid, scores, (subject) => credible.has(subject), options);
  const summaries = names.map((_, subject) => summaryOf(grid, subject, scores[subject]!, meta.runs));
  const marks = paretoMarks(grid, scores, summaries);
  const costs = costsOf(summaries, stats, meta);
  const results = inPlanOrder(grid);

  return {
    model: meta.model,
    ...(meta.judgeModel !== undefined && { judgeModel: meta.judgeModel }),
    runs: meta.runs,
    subjects: names,
    categories: [...grid.categories],
    stats,
    rankings,
    totalCostUsd: costs.totalUsd,
    budgetExceeded: meta.budgetExceeded,
    warnings: [
      ...meta.warnings,
      ...scoreWarnings(results, valid.wrong),
      ...scorerWarnings(results),
      ...costWarnings(summaries),
    ],
    timing: { totalMs: meta.totalMs ?? Math.max(0, Date.now() - meta.startedAt) },

    results,
    baselineSubjects: grid.subjects.flatMap(({ name, kind }) => (kind === "baseline" ? [name] : [])),
    ...(grid.primary >= 0 && { primaryBaseline: names[grid.primary]! }),
    aborted: meta.aborted ?? false,
    comparisons: tidyAll(comparisons),
    summaries: summaries.map((summary, place) => ({ ...tidyAll(summary), ...marks[place]! })),
    coverage: tidyAll(coverageOf(grid, scores, comparisons, meta.plannedCells, options)),
    failures: failuresOf(grid),
    costs: costs.parts,
    ...(meta.judge !== undefined && { judge: meta.judge }),
    simulated: meta.simulated ?? false,
    ...(meta.runId !== undefined && { runId: meta.runId }),
    ...(meta.regradeOf !== undefined && { regradeOf: meta.regradeOf }),
    ...(meta.name !== undefined && { name: meta.name }),
    tasks: grid.tasks.length,
    ...(grid.families && { families: countFamilies(grid.families) }),
    ...(meta.maxCostUsd !== undefined && { maxCostUsd: meta.maxCostUsd }),
  };
}

function costsOf(
  summaries: readonly Pick<SubjectSummary, "subjectCostUsd" | "judgeCostUsd">[],
  stats: CompleteReport["stats"],
  { runCostUsd, carried = { usd: 0, calls: 0 }, outsideCostUsd = 0 }: BuildBenchmarkReportMeta,
): { totalUsd: number; parts: ReportCosts } {
  const subjectsUsd = sumUsd(summaries.map(({ subjectCostUsd }) => subjectCostUsd));
  const cellsJudgeUsd = sumUsd(summaries.map(({ judgeCostUsd }) => judgeCostUsd));
  const ofCells = stats.flatMap(({ category, costUsd }) => (category === overall ? [costUsd] : []));
  const cellsUsd = sumUsd([...ofCells, carried.usd]);
  const runUsd = runCostUsd ?? cellsUsd;
  return {
    totalUsd: sumUsd([runUsd, outsideCostUsd]),
    parts: {
      subjectsUsd,
      judgeUsd: sumUsd([cellsJudgeUsd, outsideCostUsd]),
      elsewhereUsd: Math.max(0, sumUsd([runUsd, -cellsUsd])),
      carriedUsd: carried.usd,
      carriedCalls: carried.calls,
    },
  };
}
