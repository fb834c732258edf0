import type { BenchmarkReport } from "../report/benchmark-report.ts";
import { type CompleteReport, completeReport } from "../report/complete-report.ts";
import { formatCount } from "./format-number.ts";
import { plainText } from "./plain-text.ts";
import { counted, countedTasks, listed } from "./words.ts";

/** Said wherever results of a simulated or scripted model are shown. */
export const simulatedNotice = "simulated model: this shows the tool, not the patterns";

/** Which of the two questions the numbers answer: other tasks of this kind, not only these. Empty without numbers. */
export function scopeNote({ summaries, comparisons }: CompleteReport): string[] {
  const shown = summaries.some(({ interval }) => interval) || comparisons.some(({ tasks }) => tasks > 0);
  return shown ? ["Intervals and verdicts are for tasks like these."] : [];
}

/** What ran, in two lines: the size of the benchmark, and who answered and judged. */
export function headline(report: BenchmarkReport): [size: string, models: string] {
  const { name, subjects, tasks, families, runs, coverage, model, judge, judgeModel, regradeOf } =
    completeReport(report);
  const product = subjects.length * tasks * runs;
  const sides = [counted(subjects.length, "subject"), countedTasks(tasks, families), counted(runs, "run")];
  const cells = sides.filter((side) => !side.startsWith("0 ")).join(" × ");
  const size = product === coverage.planned && product > 0 ? `${cells} = ${counted(product, "cell")}` : cells;
  const judges = judge?.models ?? (judgeModel === undefined ? [] : [judgeModel]);
  const times = judge && judge.repeats > 1 ? `, each ${formatCount(judge.repeats)} times` : "";
  const judged = judges.length === 0 ? "" : `, judged by ${listed(judges.map(plainText))}${times}`;
  const made = regradeOf === undefined ? "" : `outputs of run ${plainText(regradeOf.slice(0, 4))} on `;
  return [name === undefined ? size : `${plainText(name)} · ${size}`, `${made}${plainText(model)}${judged}`];
}
