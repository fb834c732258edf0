import { formatDuration } from "@flow-state-dev/core";
import type { SubjectSummary } from "../report/benchmark-report.ts";
import type { CompleteReport } from "../report/complete-report.ts";
import { fixed, formatCount, percent } from "./format-number.ts";
import { absent } from "./score-rows.ts";

/**
 * How steady and how quick each subject is, header first: all runs pass, spread, time, tokens a cell; the judge's
 * tokens are among them, for a cell does not say who used them.
 */
export function detailRows(report: CompleteReport, nameOf: (subject: string) => string): string[][] {
  const header = [
    "subject",
    report.runs === 1 ? "passes" : `all ${report.runs} runs pass`,
    "sd between tasks",
    "sd within a task",
    "median time",
    "95 % done within",
    "tokens in, with judge",
    "tokens out, with judge",
  ];
  return [header, ...report.summaries.map((summary) => [nameOf(summary.subject), ...detailsOf(summary)])];
}

function detailsOf(summary: SubjectSummary): string[] {
  const { passHatK, variance, latencyMs, outcomes } = summary;
  const tokens = summary.countedTokens ?? summary.tokens;
  const parts = variance?.state === "estimated" ? variance : null;
  const cells = Object.values(outcomes).reduce((total, count) => total + count, 0);
  const perCell = (count: number) => (count === 0 ? absent : formatCount(Math.round(count / cells)));
  return [
    passHatK?.value == null ? absent : percent(passHatK.value),
    parts ? fixed(Math.sqrt(parts.varianceBetween), 3) : absent,
    parts ? fixed(Math.sqrt(parts.meanSquareWithin), 3) : absent,
    latencyMs ? formatDuration(latencyMs.median) : absent,
    latencyMs ? formatDuration(latencyMs.p95) : absent,
    perCell(tokens.inputTokens),
    perCell(tokens.outputTokens),
  ];
}
