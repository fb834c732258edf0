import { outcomeKinds } from "@flow-state-dev/records";
import { defaultBaselineName } from "../benchmark/default-baseline-name.ts";
import type { BenchmarkReport, SubjectCategoryStat, SubjectSummary } from "./benchmark-report.ts";

type AddedField =
  | ("results" | "baselineSubjects" | "aborted" | "comparisons" | "summaries")
  | ("coverage" | "failures" | "simulated" | "tasks");

/** Aggregates as they are made here: nothing is left out. */
export type CompleteStat = SubjectCategoryStat & Required<Pick<SubjectCategoryStat, "scored" | "codeScores">>;

/** A report as it is made here: what is known of every run is there, and no field has to be asked for. */
export interface CompleteReport
  extends Omit<BenchmarkReport, AddedField | "stats">,
    Required<Pick<BenchmarkReport, AddedField>> {
  stats: CompleteStat[];
}

/**
 * A report that may have no more than the fields of the first spec, such as one made by hand or by another tool,
 * with the others filled in as far as they follow from these.
 */
export function completeReport(report: BenchmarkReport): CompleteReport {
  const stats = report.stats.map((stat) => ({
    ...stat,
    scored: stat.scored ?? stat.runs,
    codeScores: stat.codeScores ?? {},
  }));
  const overall = stats.filter(({ category }) => category === "overall");
  const baseline = report.primaryBaseline ?? (report.comparisons ? undefined : baselineIn(report));
  const byName = new Map(overall.map((stat) => [stat.subject, stat]));
  const known = report.summaries ?? [];
  const summed = new Set(known.map(({ subject }) => subject));
  const unknown = report.subjects.filter((name) => !summed.has(name));
  return {
    ...report,
    stats,
    results: report.results ?? [],
    baselineSubjects: report.baselineSubjects ?? (baseline === undefined ? [] : [baseline]),
    ...(baseline !== undefined && { primaryBaseline: baseline }),
    comparisons: report.comparisons ?? [],
    summaries: [
      ...known.map((summary) => ({
        ...summaryFrom(summary.subject, byName.get(summary.subject)),
        ...summary,
      })),
      ...unknown.map((name) => summaryFrom(name, byName.get(name))),
    ],
    coverage: report.coverage ?? {
      planned: overall.reduce((total, { runs }) => total + runs, 0),
      scored: overall.reduce((total, { scored }) => total + scored, 0),
      ...{ missing: {}, bounds: {}, fragile: [], repeated: 0 },
    },
    failures: report.failures ?? [],
    tasks: report.tasks ?? 0,
    aborted: report.aborted ?? false,
    simulated: report.simulated ?? false,
  };
}

/**
 * The subject that the deltas of the others are measured from, which has none itself; undefined when it cannot be told.
 * The first of the baselines, if they are named. Else of several the one whose mean fits, and where these tie, or
 * nobody has a delta, the one with the name that a baseline has when nobody gives it another.
 */
function baselineIn({ rankings, baselineSubjects }: BenchmarkReport): string | undefined {
  const rows = rankings.overall ?? [];
  const still = rows.filter(({ deltaVsBaseline }) => deltaVsBaseline === 0);
  if (baselineSubjects) return baselineSubjects.find((name) => still.some(({ subject }) => subject === name));
  const moved = rows.find(({ deltaVsBaseline }) => deltaVsBaseline !== 0);
  if (moved && still.length === 1) return still[0]!.subject;
  const mean = moved && moved.mean - moved.deltaVsBaseline;
  const fitting = mean === undefined ? still : still.filter((row) => Math.abs(row.mean - mean) < 2e-4);
  if (moved && fitting.length === 1) return fitting[0]!.subject;
  return fitting.find(({ subject }) => subject === defaultBaselineName)?.subject;
}

function summaryFrom(subject: string, stat: CompleteStat | undefined): SubjectSummary {
  const mean = stat !== undefined && stat.scored > 0 ? stat.mean : null;
  const cost = stat !== undefined && stat.runs > 0 ? stat.costUsd / stat.runs : null;
  return {
    ...{ subject, kind: "pattern", mean, interval: null, passHatK: null, variance: null, latencyMs: null },
    outcomes: Object.fromEntries(outcomeKinds.map((kind) => [kind, 0])) as SubjectSummary["outcomes"],
    tokens: { inputTokens: 0, outputTokens: 0, cacheReadTokens: 0, cacheWriteTokens: 0, reasoningTokens: 0 },
    ...{
      subjectCostUsd: stat?.costUsd ?? 0,
      judgeCostUsd: 0,
      unknownCalls: 0,
      lostCalls: 0,
      pareto: null,
      dominated: null,
    },
    costPerTaskUsd: cost,
    scorePerUsd: mean === null || !cost ? null : mean / cost,
  };
}
