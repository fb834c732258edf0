import { formatDuration, formatMoney, sumUsd } from "@flow-state-dev/core";
import type { BenchmarkReport } from "../report/benchmark-report.ts";
import { counted } from "./words.ts";

/** What the run cost and took, and its id: `$1.61 of $2.00 ($1.12 subjects, $0.49 judge) · 3 m 40 s · run 91c0`. */
export function costLine(report: BenchmarkReport): string {
  const run = report.runId === undefined ? [] : [`run ${report.runId.slice(0, 4)}`];
  return [moneyPart(report), formatDuration(report.timing.totalMs), ...run].join(" · ");
}

function moneyPart({ totalCostUsd, maxCostUsd, summaries }: BenchmarkReport): string {
  const unknown = summaries.reduce((total, { unknownCalls }) => total + unknownCalls, 0);
  if (unknown > 0 && totalCostUsd === 0)
    return `cost not known (${counted(unknown, "call")} without a price)`;
  const budget = maxCostUsd === undefined ? "" : ` of ${formatMoney(maxCostUsd)}`;
  const subjects = sumUsd(summaries.map(({ subjectCostUsd }) => subjectCostUsd));
  const judge = sumUsd([totalCostUsd, -subjects]);
  const parts = judge > 0 ? ` (${formatMoney(subjects)} subjects, ${formatMoney(judge)} judge)` : "";
  if (unknown === 0) return `${formatMoney(totalCostUsd)}${budget}${parts}`;
  return `at least ${formatMoney(totalCostUsd)}${budget}${parts}, and ${counted(unknown, "call")} of unknown cost`;
}
