import type { BenchmarkReport } from "../report/benchmark-report.ts";
import { alignColumns } from "./align-columns.ts";
import { costLine } from "./cost-line.ts";
import { coverageLine } from "./coverage-line.ts";
import { cutToWidth } from "./display-width.ts";
import { failureLines, failuresTitle } from "./failure-lines.ts";
import { headline, scopeNote, simulatedNotice } from "./headline.ts";
import { plainText } from "./plain-text.ts";
import { rankingRows, rankingTitle } from "./ranking-rows.ts";
import { scoreRows } from "./score-rows.ts";
import { reportSentences } from "./sentences.ts";
import { weightNote } from "./weight-note.ts";

const widestName = 48;

/** The scorecard for a terminal: plain text, aligned, without colours. */
export function renderTable(report: BenchmarkReport): string {
  const nameOf = (text: string) => cutToWidth(plainText(text), widestName);
  const said = reportSentences(report).map(({ about, text }) =>
    about === "doubt" ? `    ${text}` : `  ${text}`,
  );
  const failures = failureLines(report);
  const failed = failures.length === 0 ? [] : ["", failuresTitle, ...failures.map((line) => `  ${line}`)];
  const lines = [
    ...headline(report),
    ...(report.simulated ? [simulatedNotice] : []),
    "",
    ...alignColumns(scoreRows(report, nameOf, nameOf)),
    "",
    rankingTitle(report, nameOf),
    ...alignColumns(rankingRows(report, nameOf)),
    ...weightNote(report),
    ...failed,
    "",
    "What this says",
    ...said,
    ...scopeNote(report).map((note) => `  ${note}`),
    coverageLine(report),
    costLine(report),
  ];
  return lines.join("\n");
}
