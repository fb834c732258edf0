import { formatDuration, formatMoney, formatMoneyOf, sumUsd } from "@flow-state-dev/core";
import type { BenchmarkReport } from "../report/benchmark-report.ts";
import { type CompleteReport, completeReport } from "../report/complete-report.ts";
import { counted } from "./words.ts";

/** What the run cost and took, and its id: `$1.61 of $2.00 ($1.12 subjects, $0.49 judge) · 3 m 40 s · run 91c0`. */
export function costLine(given: BenchmarkReport): string {
  const report = completeReport(given);
  const run = report.runId === undefined ? [] : [`run ${report.runId.slice(0, 4)}`];
  return [moneyPart(report), formatDuration(report.timing.totalMs), ...run].join(" · ");
}

function moneyPart(report: CompleteReport): string {
  const { totalCostUsd, maxCostUsd, summaries } = report;
  const unknown = summaries.reduce(
    (total, { unknownCalls, lostCalls }) => total + unknownCalls - lostCalls,
    0,
  );
  if (unknown > 0 && totalCostUsd === 0)
    return `cost not known (${counted(unknown, "call")} without a price)`;
  const spent =
    maxCostUsd === undefined ? formatMoney(totalCostUsd) : formatMoneyOf(totalCostUsd, maxCostUsd);
  const money = `${spent}${partsClause(report)}${carriedClause(report)}`;
  return unknown === 0 ? money : `at least ${money}, and ${counted(unknown, "call")} of unknown cost`;
}

/** Who spent it, when there is more than one to name. */
function partsClause({ totalCostUsd, summaries, costs }: CompleteReport): string {
  const subjects = sumUsd(summaries.map(({ subjectCostUsd }) => subjectCostUsd));
  const judge = costs?.judgeUsd ?? sumUsd([totalCostUsd, -subjects]);
  const elsewhere = costs?.elsewhereUsd ?? 0;
  if (judge <= 0 && elsewhere <= 0) return "";
  const parts = [
    `${formatMoney(subjects)} subjects`,
    ...(judge > 0 ? [`${formatMoney(judge)} judge`] : []),
    ...(elsewhere > 0
      ? [
          `${formatMoney(elsewhere)} cells that are not in the report, or attempts at earlier versions of tasks`,
        ]
      : []),
  ];
  return ` (${parts.join(", ")})`;
}

function carriedClause({ costs }: CompleteReport): string {
  if (!costs || costs.carriedCalls === 0) return "";
  const [calls, they] = [
    counted(costs.carriedCalls, "call"),
    costs.carriedCalls === 1 ? "it can" : "they can",
  ];
  return `, of it ${formatMoney(costs.carriedUsd)} carried for ${calls} whose end nobody knows, at the most ${they} have cost`;
}
