import type { BenchmarkReport, SubjectCategoryStat } from "../report/benchmark-report.ts";
import { fixed } from "./format-number.ts";

/** Stands where there is nothing to show. */
export const absent = "—";

/** The table of subjects × categories, header first: mean ± standard deviation of the cells. */
export function scoreRows(
  { stats, subjects, categories }: BenchmarkReport,
  nameOf: (subject: string) => string,
  textOf: (text: string) => string,
): string[][] {
  const bySubject = new Map(subjects.map((subject) => [subject, new Map<string, SubjectCategoryStat>()]));
  for (const stat of stats) bySubject.get(stat.subject)?.set(stat.category, stat);
  const columns = [...categories, "overall"];
  return [
    ["subject", ...columns.map(textOf)],
    ...subjects.map((subject) => [
      nameOf(subject),
      ...columns.map((category) => score(bySubject.get(subject)!.get(category))),
    ]),
  ];
}

function score(stat: SubjectCategoryStat | undefined): string {
  if (stat === undefined || stat.scored === 0) return absent;
  return `${fixed(stat.mean, 3)}±${fixed(stat.stddev, 3)}`;
}
