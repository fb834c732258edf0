import type { CompleteReport } from "../report/complete-report.ts";
import { costLine } from "./cost-line.ts";
import { coverageLine } from "./coverage-line.ts";
import { detailRows } from "./detail-rows.ts";
import { escapeMarkdown } from "./escape-markdown.ts";
import { failureLines, failuresTitle } from "./failure-lines.ts";
import { headline, scopeNote, simulatedNotice } from "./headline.ts";
import { rankingRows, rankingTitle } from "./ranking-rows.ts";
import { absent, scoreRows } from "./score-rows.ts";
import { reportSentences } from "./sentences.ts";
import { weightNote } from "./weight-note.ts";

/** The scorecard for a document or a pull request; baseline rows are marked, names are escaped. */
export function renderMarkdown(report: CompleteReport): string {
  const baselines = new Set(report.baselineSubjects);
  const nameOf = (subject: string) => escapeMarkdown(subject) + (baselines.has(subject) ? " (baseline)" : "");
  const title = rankingTitle(report, escapeMarkdown);
  const failures = failureLines(report);
  const blocks = [
    headline(report).map(escapeMarkdown).join("  \n"),
    ...(report.simulated ? [`> ${simulatedNotice}`] : []),
    table(scoreRows(report, { nameOf, textOf: escapeMarkdown }), 1),
    `### ${title[0]!.toUpperCase()}${title.slice(1)}`,
    table(rankingRows(report, nameOf), 2),
    ...weightNote(report).map(escapeMarkdown),
    ...(failures.length > 0 ? [`### ${failuresTitle}`, bullets(failures)] : []),
    "### What this says",
    bullets(reportSentences(report).map(({ text }) => text)),
    ...scopeNote(report),
    ...details(detailRows(report, nameOf)),
    ...(report.warnings.length > 0 ? ["### Warnings", bullets(report.warnings)] : []),
    `${escapeMarkdown(coverageLine(report))}  \n${costLine(report)}`,
  ];
  return blocks.join("\n\n");
}

/** A report made by hand knows nothing of them: then there is no table. */
function details(rows: string[][]): string[] {
  const isKnown = rows.slice(1).some(([, ...cells]) => cells.some((cell) => cell !== absent));
  return isKnown ? ["### Reliability, time and tokens", table(rows, 1)] : [];
}

function bullets(texts: readonly string[]): string {
  return texts.map((text) => `- ${escapeMarkdown(text)}`).join("\n");
}

/** Rows as a table; the first columns are text and stand left, the others right. */
function table([header, ...rows]: string[][], textColumns: number): string {
  const line = (cells: readonly string[]) => `| ${cells.join(" | ")} |`;
  const rule = header!.map((_, column) => (column < textColumns ? "---" : "---:"));
  return [line(header!), line(rule), ...rows.map(line)].join("\n");
}
