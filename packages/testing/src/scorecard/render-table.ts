import type { CompleteReport } from "../report/complete-report.ts";
import { costLine } from "./cost-line.ts";
import { coverageLine } from "./coverage-line.ts";
import { failureLines, failuresTitle } from "./failure-lines.ts";
import { fitTable } from "./fit-table.ts";
import { headline, scopeNote, simulatedNotice } from "./headline.ts";
import { rankingForms } from "./ranking-forms.ts";
import { rankingTitle } from "./ranking-rows.ts";
import { scoreForms } from "./score-forms.ts";
import { reportSentences } from "./sentences.ts";
import { namesWithRoom } from "./short-names.ts";
import { weightNote } from "./weight-note.ts";
import { wrapLine } from "./wrap-line.ts";

/**
 * The scorecard for a terminal: plain text, aligned, without colours.
 *
 * @param columns no line is longer: tables leave out what matters least and say so, and sentences are wrapped. Without
 *   it lines are as long as they come
 */
export function renderTable(report: CompleteReport, columns = Number.POSITIVE_INFINITY): string {
  const said = reportSentences(report).map(({ about, text }) =>
    about === "doubt" ? `    ${text}` : `  ${text}`,
  );
  const failures = failureLines(report);
  const failed = failures.length === 0 ? [] : ["", failuresTitle, ...failures.map((line) => `  ${line}`)];
  const scores = fitTable(scoreForms(report, columns), columns);
  const ranking = fitTable(rankingForms(report, columns), columns);
  const wrapped = (lines: readonly string[]) => lines.flatMap((line) => wrapLine(line, columns));
  const lines = [
    ...wrapped([...headline(report), ...(report.simulated ? [simulatedNotice] : [])]),
    "",
    ...scores.lines,
    "",
    ...wrapped([rankingTitle(report, namesWithRoom(report.subjects))]),
    ...ranking.lines,
    ...wrapped([
      ...leftOutNote([...scores.leftOut, ...ranking.leftOut]),
      ...weightNote(report),
      ...failed,
      "",
      "What this says",
      ...said,
      ...scopeNote(report).map((note) => `  ${note}`),
      coverageLine(report),
      costLine(report),
    ]),
  ];
  return lines.join("\n");
}

/** Who reads a table must know that it could say more. */
function leftOutNote(leftOut: readonly string[]): string[] {
  return leftOut.length === 0 ? [] : [`Left out for want of width: ${leftOut.join(", ")}.`];
}
