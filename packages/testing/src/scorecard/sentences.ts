import type { Verdict } from "@flow-state-dev/stats";
import type { BenchmarkReport } from "../report/benchmark-report.ts";
import type { Comparison } from "../report/comparison.ts";
import { type CompleteReport, completeReport } from "../report/complete-report.ts";
import { doubtSentences, droppedSentences } from "./doubt-sentences.ts";
import { formatCount } from "./format-number.ts";
import { judgeSentences } from "./judge-sentences.ts";
import { moneySentence } from "./money-sentence.ts";
import { plainText } from "./plain-text.ts";
import type { ReportSentence } from "./sentence.ts";
import { tooFewForAll, verdictSentence } from "./verdict-sentence.ts";
import { counted } from "./words.ts";

/** What a report says, the most important first: whether it is complete, the verdicts, their doubts, money, judge. */
export function reportSentences(given: BenchmarkReport): ReportSentence[] {
  const report = completeReport(given);
  const money = moneySentence(report);
  return [
    ...stopped(report),
    ...verdicts(report),
    ...droppedSentences(report),
    ...(money === null ? [] : [{ about: "money", text: money } as const]),
    ...judgeSentences(report).map((text) => ({ about: "judge", text }) as const),
  ];
}

function stopped({ budgetExceeded, aborted, coverage }: CompleteReport): ReportSentence[] {
  if (!budgetExceeded && !aborted) return [];
  if (budgetExceeded && !aborted && coverage.scored === coverage.planned) {
    const all = `all ${counted(coverage.planned, "cell")}`;
    return [{ about: "stopped", text: `More than the budget was spent, and ${all} have a score.` }];
  }
  // Those with a score, as wherever else it is told how far a run is: others run again when somebody goes on.
  const where = `after ${formatCount(coverage.scored)} of ${counted(coverage.planned, "cell")}`;
  const text = budgetExceeded ? `Stopped at the budget ${where}.` : `Stopped by hand ${where}.`;
  return [{ about: "stopped", text }];
}

function verdicts(report: CompleteReport): ReportSentence[] {
  const none = nothingCompared(report);
  if (none !== null) return [{ about: "verdict", text: none }];
  const together = tooFewForAll(report.comparisons);
  if (together !== null) return [{ about: "verdict", text: together }];
  return decidedFirst(report.comparisons).flatMap((comparison) => [
    { about: "verdict", subject: comparison.candidate, text: verdictSentence(comparison, report) } as const,
    ...doubtSentences(comparison),
  ]);
}

/** What was found comes before what was not, each in the order of the comparisons. */
function decidedFirst(comparisons: readonly Comparison[]): Comparison[] {
  const open = new Set<Verdict>(["inconclusive", "too-few-tasks"]);
  return comparisons.toSorted((a, b) => Number(open.has(a.verdict)) - Number(open.has(b.verdict)));
}

function nothingCompared(report: CompleteReport): string | null {
  const { coverage, subjects, primaryBaseline, comparisons } = report;
  if (coverage.scored === 0) return "No cell has a score, so there is nothing to say.";
  if (subjects.length === 1)
    return `Only ${plainText(subjects[0]!)} took part, so there is nothing to compare.`;
  if (primaryBaseline === undefined)
    return 'There is no baseline to compare with, so no verdict is given. Give the subject that the others are held against the kind "baseline".';
  if (comparisons.length === 0) return "This report holds no comparisons, so no verdict is given.";
  if (comparisons.every(({ tasks }) => tasks === 0)) {
    return `No task has a score of both ${plainText(primaryBaseline)} and another subject, so nothing is compared.`;
  }
  return null;
}
