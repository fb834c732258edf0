import type { CompleteReport } from "../report/complete-report.ts";
import { fixed, signed } from "./format-number.ts";
import { plainText } from "./plain-text.ts";

/** Less than this is not seen in a table of three digits. */
const visible = 0.0005;
const mostNames = 5;

/**
 * Said below the ranking when tasks have different numbers of scores: its mean and Δ then weigh them by cells, while
 * intervals, verdicts and sentences give every task the same weight. Gives what the latter come to.
 */
export function weightNote({ summaries, rankings, comparisons, primaryBaseline }: CompleteReport): string[] {
  const rows = new Map((rankings.overall ?? []).map((row) => [row.subject, row]));
  const deltas = new Map(
    comparisons.flatMap(({ candidate, delta, tasks }) => (tasks > 0 ? [[candidate, delta] as const] : [])),
  );
  const differing = summaries.flatMap(({ subject, mean }) => {
    const row = rows.get(subject);
    if (!row || mean === null) return [];
    const delta = primaryBaseline === undefined ? undefined : deltas.get(subject);
    const sameMean = Math.abs(row.mean - mean) < visible;
    const sameDelta = delta === undefined || Math.abs(row.deltaVsBaseline - delta) < visible;
    if (sameMean && sameDelta) return [];
    const shown = sameDelta ? "" : `, Δ ${signed(delta, 3)}`;
    return [`${plainText(subject)} ${fixed(mean, 3)}${shown}`];
  });
  if (differing.length === 0) return [];
  const names = differing.slice(0, mostNames);
  const more = differing.length > mostNames ? [`${differing.length - mostNames} more`] : [];
  return [
    `Not every task has the same number of scores: mean and Δ above count every cell, intervals and verdicts every task the same (${[...names, ...more].join("; ")}).`,
  ];
}
