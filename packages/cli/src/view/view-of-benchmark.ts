import type { Run, RunStore } from "@flow-state-dev/records";
import {
  type CompleteReport,
  costLine,
  coverageLine,
  reportOfRun,
  reportSentences,
  simulatedNotice,
} from "@flow-state-dev/testing";
import type { HeatCell, RunHead, RunView, SubjectView } from "@flow-state-dev/viewer/contract";

/** The first screen of a run of patterns. */
export async function viewOfBenchmark(store: RunStore, run: Run, head: RunHead): Promise<RunView> {
  return viewOfReport(await reportOfRun(store, run), head);
}

/** The first screen of a report. Pure. */
function viewOfReport(report: CompleteReport, head: RunHead): RunView {
  const subjects = report.subjects.map((name) => subjectView(report, name)).sort(byMean);
  const columns = [...report.categories, "overall"];
  return {
    head,
    unit: "score",
    notice: report.simulated ? simulatedNotice : null,
    sentences: reportSentences(report),
    warnings: [...report.warnings],
    baseline: report.primaryBaseline ?? null,
    subjects,
    categories: [...report.categories],
    heat: subjects.map(({ name }) => columns.map((category) => heatCell(report, name, category))),
    cases: [],
    outcomes: together(report.summaries.map(({ outcomes }) => outcomes)),
    coverage: coverageLine(report),
    cost: costLine(report),
    budgetSpent: report.budgetExceeded,
    failures: report.failures,
  };
}

function subjectView(report: CompleteReport, name: string): SubjectView {
  const summary = report.summaries.find(({ subject }) => subject === name)!;
  const comparison = report.comparisons.find(({ candidate }) => candidate === name);
  const { kind, mean, interval, outcomes, latencyMs, costPerTaskUsd, pareto, passHatK } = summary;
  return {
    ...{ name, kind, mean, interval, latencyMs, costPerTaskUsd, pareto },
    delta: comparison && comparison.tasks > 0 ? comparison.delta : null,
    deltaInterval: comparison?.paired?.interval95 ?? null,
    verdict: name === report.primaryBaseline ? "baseline" : (comparison?.verdict ?? null),
    passHatK: passHatK?.value == null || passHatK.k < 2 ? null : { k: passHatK.k, value: passHatK.value },
    outcomes: present(outcomes),
    totalCostUsd: summary.unknownCalls > 0 ? null : summary.subjectCostUsd,
  };
}

function heatCell(
  { stats, primaryBaseline }: CompleteReport,
  subject: string,
  category: string,
): HeatCell | null {
  const find = (name: string | undefined) =>
    stats.find((stat) => stat.subject === name && stat.category === category && stat.scored > 0);
  const stat = find(subject);
  if (!stat) return null;
  const baseline = subject === primaryBaseline ? undefined : find(primaryBaseline);
  return {
    mean: stat.mean,
    spread: stat.stddev,
    delta: baseline ? stat.mean - baseline.mean : null,
    cells: stat.scored,
  };
}

function byMean(a: SubjectView, b: SubjectView): number {
  return (b.mean ?? -1) - (a.mean ?? -1);
}

function present(outcomes: Readonly<Record<string, number>>): SubjectView["outcomes"] {
  return Object.fromEntries(Object.entries(outcomes).filter(([, count]) => count > 0));
}

function together(all: readonly Readonly<Record<string, number>>[]): RunView["outcomes"] {
  const sums: Record<string, number> = {};
  for (const outcomes of all)
    for (const [kind, count] of Object.entries(outcomes)) sums[kind] = (sums[kind] ?? 0) + count;
  return present(sums);
}
