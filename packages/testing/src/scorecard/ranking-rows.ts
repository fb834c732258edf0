import { formatCellCost } from "@flow-state-dev/core";
import type { Interval } from "@flow-state-dev/stats";
import type { BenchmarkReport, SubjectSummary } from "../report/benchmark-report.ts";
import { fixed, formatCount, minus, signed } from "./format-number.ts";
import { absent } from "./score-rows.ts";

/** The overall ranking, header first. */
export function rankingRows(report: BenchmarkReport, nameOf: (subject: string) => string): string[][] {
  const summaries = new Map(report.summaries.map((summary) => [summary.subject, summary]));
  const stats = new Map(
    report.stats.flatMap((stat) => (stat.category === "overall" ? [[stat.subject, stat] as const] : [])),
  );
  const verdicts = new Map(report.comparisons.map(({ candidate, verdict }) => [candidate, verdict]));
  const baselines = new Set(report.baselineSubjects);
  const against = stats.get(report.primaryBaseline ?? "")?.scored ?? 0;
  const rows = (report.rankings.overall ?? []).map(({ subject, mean, deltaVsBaseline, credible }, place) => {
    const summary = summaries.get(subject)!;
    const { scored, successfulRuns, runs } = stats.get(subject)!;
    const known = scored > 0 && against > 0 && subject !== report.primaryBaseline;
    return [
      String(place + 1),
      nameOf(subject),
      scored === 0 ? absent : fixed(mean, 3),
      interval(summary.interval),
      known ? signed(deltaVsBaseline, 3) : absent,
      known && !baselines.has(subject) ? (credible ? "yes" : "no") : absent,
      subject === report.primaryBaseline ? "baseline" : (known && verdicts.get(subject)) || absent,
      `${formatCount(successfulRuns)}/${formatCount(runs)}`,
      cost(summary),
      scorePerDollar(summary),
    ];
  });
  const header = ["rank", "subject", "mean", "95 % interval", "Δ vs baseline", "credible", "verdict"];
  return [[...header, "success", "$/task", "score/$"], ...rows];
}

/** `overall ranking (Δ vs single-generator)`, or without what there is no baseline for. */
export function rankingTitle({ primaryBaseline }: BenchmarkReport, nameOf: (text: string) => string): string {
  return primaryBaseline === undefined
    ? "overall ranking"
    : `overall ranking (Δ vs ${nameOf(primaryBaseline)})`;
}

function interval(ends: Interval | null): string {
  if (ends === null) return absent;
  const [low, high] = ends.map((end) => fixed(end, 3));
  return low!.startsWith(minus) ? `${low} to ${high}` : `${low}–${high}`;
}

function scorePerDollar({ scorePerUsd: score }: SubjectSummary): string {
  if (score === null) return absent;
  return score < 10 ? fixed(score, 2) : formatCount(Math.round(score));
}

/** Unknown costs are never shown as nothing; neither is a cost of 0, which says that nobody counted. */
function cost({ costPerTaskUsd }: SubjectSummary): string {
  return costPerTaskUsd ? formatCellCost(costPerTaskUsd) : absent;
}
