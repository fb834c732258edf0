import { outcomeKinds } from "@flow-state-dev/records";
import type { BenchmarkReport, SubjectCategoryStat, SubjectSummary } from "../report/benchmark-report.ts";

/**
 * A report that may have no more than the fields of the first spec, such as one made by hand or by another tool,
 * with the others filled in as far as they follow from these. A complete one is returned as it is.
 */
export function completeReport(report: BenchmarkReport): BenchmarkReport {
  const given: Partial<BenchmarkReport> = report;
  if (given.summaries && given.comparisons && given.coverage && given.results && given.baselineSubjects) {
    return report;
  }
  const stats = report.stats.map((stat) => {
    const scored: number | undefined = stat.scored;
    return { ...stat, scored: scored ?? stat.runs };
  });
  const overall = stats.filter(({ category }) => category === "overall");
  const baseline = given.primaryBaseline ?? baselineIn(report);
  return {
    ...report,
    stats,
    results: given.results ?? [],
    baselineSubjects: given.baselineSubjects ?? (baseline === undefined ? [] : [baseline]),
    ...(baseline !== undefined && { primaryBaseline: baseline }),
    comparisons: given.comparisons ?? [],
    summaries:
      given.summaries ??
      report.subjects.map((name) =>
        summaryFrom(
          name,
          overall.find(({ subject }) => subject === name),
        ),
      ),
    coverage: given.coverage ?? {
      planned: overall.reduce((total, { runs }) => total + runs, 0),
      scored: overall.reduce((total, { scored }) => total + scored, 0),
      ...{ missing: {}, bounds: {}, fragile: [], repeated: 0 },
    },
    tasks: given.tasks ?? 0,
  };
}

/** The one subject whose mean the deltas of the others are measured from; undefined when it cannot be told. */
function baselineIn({ rankings }: BenchmarkReport): string | undefined {
  const rows = rankings.overall ?? [];
  const moved = rows.find(({ deltaVsBaseline }) => deltaVsBaseline !== 0);
  if (moved === undefined) return undefined;
  const mean = moved.mean - moved.deltaVsBaseline;
  const fitting = rows.filter((row) => row.deltaVsBaseline === 0 && Math.abs(row.mean - mean) < 2e-4);
  return fitting.length === 1 ? fitting[0]!.subject : undefined;
}

function summaryFrom(subject: string, stat: SubjectCategoryStat | undefined): SubjectSummary {
  const mean = stat !== undefined && stat.scored > 0 ? stat.mean : null;
  const cost = stat !== undefined && stat.runs > 0 ? stat.costUsd / stat.runs : null;
  return {
    ...{ subject, kind: "pattern", mean, interval: null, passHatK: null, variance: null, latencyMs: null },
    outcomes: Object.fromEntries(outcomeKinds.map((kind) => [kind, 0])) as SubjectSummary["outcomes"],
    tokens: { inputTokens: 0, outputTokens: 0, cacheReadTokens: 0, cacheWriteTokens: 0, reasoningTokens: 0 },
    ...{ subjectCostUsd: stat?.costUsd ?? 0, judgeCostUsd: 0, unknownCalls: 0, pareto: null },
    costPerTaskUsd: cost,
    scorePerUsd: mean === null || !cost ? null : mean / cost,
  };
}
