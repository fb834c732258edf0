import type { CompleteReport, CompleteStat } from "../report/complete-report.ts";
import { fixed } from "./format-number.ts";

/** Stands where there is nothing to show. */
export const absent = "—";

/** How the table of scores is written. */
export interface ScoreRowsOptions {
  /** How subjects are shown. */
  nameOf: (subject: string) => string;
  /** How categories are shown. */
  textOf: (text: string) => string;
  /** Whether means have the standard deviation of their cells behind them. Default: they have. */
  spread?: boolean;
}

/** The table of subjects × categories, header first: mean ± standard deviation of the cells. */
export function scoreRows(
  { stats, subjects, categories }: CompleteReport,
  { nameOf, textOf, spread = true }: ScoreRowsOptions,
): string[][] {
  const bySubject = new Map(subjects.map((subject) => [subject, new Map<string, CompleteStat>()]));
  for (const stat of stats) bySubject.get(stat.subject)?.set(stat.category, stat);
  const columns = [...categories, "overall"];
  return [
    ["subject", ...columns.map(textOf)],
    ...subjects.map((subject) => [
      nameOf(subject),
      ...columns.map((category) => score(bySubject.get(subject)!.get(category), spread)),
    ]),
  ];
}

function score(stat: CompleteStat | undefined, spread: boolean): string {
  if (stat === undefined || stat.scored === 0) return absent;
  return `${fixed(stat.mean, 3)}${spread ? `±${fixed(stat.stddev, 3)}` : ""}`;
}
