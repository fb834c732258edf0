import { formatCellCost } from "@flow-state-dev/core";
import type { Interval } from "@flow-state-dev/stats";
import type { CompleteReport } from "../report/complete-report.ts";
import { digitsFor, fixed, formatCount, minus, signed } from "./format-number.ts";
import { absent } from "./score-rows.ts";

/**
 * The overall ranking, header first. Subjects with the same mean share their rank, and one without a score has none.
 * What only a stat or a summary knows is a dash where a report has none.
 */
export function rankingRows(report: CompleteReport, nameOf: (subject: string) => string): string[][] {
  const summaries = new Map(report.summaries.map((summary) => [summary.subject, summary]));
  const stats = new Map(
    report.stats.flatMap((stat) => (stat.category === "overall" ? [[stat.subject, stat] as const] : [])),
  );
  const verdicts = new Map(report.comparisons.map(({ candidate, verdict }) => [candidate, verdict]));
  const ranking = report.rankings.overall ?? [];
  const scored = new Set(
    ranking.flatMap(({ subject }) => (stats.get(subject)?.scored === 0 ? [] : [subject])),
  );
  const isCompared = scored.has(report.primaryBaseline ?? "");
  const means = ranking.flatMap(({ subject, mean }) => (scored.has(subject) ? [mean] : []));
  const rows = ranking.map(({ subject, mean, deltaVsBaseline, credible }) => {
    const summary = summaries.get(subject);
    const stat = stats.get(subject);
    const known = scored.has(subject) && isCompared && subject !== report.primaryBaseline;
    return [
      scored.has(subject) ? String(1 + means.filter((other) => other > mean).length) : absent,
      nameOf(subject),
      scored.has(subject) ? fixed(mean, 3) : absent,
      interval(summary?.interval ?? null),
      known ? signed(deltaVsBaseline, 3) : absent,
      known ? (credible ? "yes" : "no") : absent,
      subject === report.primaryBaseline ? "baseline" : (known && verdicts.get(subject)) || absent,
      stat ? `${formatCount(stat.successfulRuns)}/${formatCount(stat.runs)}` : absent,
      cost(summary?.costPerTaskUsd),
      scorePerDollar(summary?.scorePerUsd ?? null),
    ];
  });
  const header = ["rank", "subject", "mean", "95 % interval", "Δ vs baseline", "credible", "verdict"];
  return [[...header, "success", "$/task", "score/$"], ...rows];
}

/** `overall ranking (Δ vs single-generator)`, or without what there is no baseline for. */
export function rankingTitle({ primaryBaseline }: CompleteReport, nameOf: (text: string) => string): string {
  return primaryBaseline === undefined
    ? "overall ranking"
    : `overall ranking (Δ vs ${nameOf(primaryBaseline)})`;
}

function interval(ends: Interval | null): string {
  if (ends === null) return absent;
  const [low, high] = ends.map((end) => fixed(end, 3));
  return low!.startsWith(minus) ? `${low} to ${high}` : `${low}–${high}`;
}

function scorePerDollar(score: number | null): string {
  if (score === null) return absent;
  return score < 10 ? fixed(score, digitsFor(score)) : formatCount(Math.round(score));
}

/** Unknown costs are never shown as nothing; neither is a cost of 0, which says that nobody counted. */
function cost(usd: number | null | undefined): string {
  return usd ? formatCellCost(usd) : absent;
}
