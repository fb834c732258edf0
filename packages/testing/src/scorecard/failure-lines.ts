import type { BenchmarkReport } from "../report/benchmark-report.ts";
import type { ReportFailure } from "../report/report-failures.ts";
import { cutToWidth } from "./display-width.ts";
import { formatCount } from "./format-number.ts";
import { plainText } from "./plain-text.ts";
import { visibleText } from "./visible-text.ts";
import { counted } from "./words.ts";

/** What the block that `failureLines` fills is called. */
export const failuresTitle = "Cells that failed or have no score";

const mostLines = 5;
/** A judge whose answers are no judgement is told with what was wrong last, which comes late in its sentence. */
const widestMessage = 300;

/**
 * Why cells broke or have no score, a line for each subject and reason: `pure-typo: 8 of 8 cells failed: The model typo
 * does not exist`. At most five, then how many more there are; empty when every cell has a score.
 */
export function failureLines({ failures = [], stats }: BenchmarkReport): string[] {
  const planned = new Map(
    stats.flatMap(({ category, subject, runs }) => (category === "overall" ? [[subject, runs]] : [])),
  );
  const sorted = [...failures].sort((a, b) => b.cells - a.cells);
  const told = new Map<string, string>();
  const lines = sorted.slice(0, mostLines).map((each) => {
    const before = told.get(each.message);
    if (before === undefined) told.set(each.message, each.subject);
    return lineOf(each, planned.get(each.subject), before);
  });
  const more = failures.length - mostLines;
  return more > 0 ? [...lines, `… and ${formatCount(more)} more`] : lines;
}

/** @param before the subject whose line tells the same in full */
function lineOf(
  { subject, outcome, message, cells }: ReportFailure,
  planned = cells,
  before?: string,
): string {
  const share = `${formatCount(cells)} of ${counted(Math.max(planned, cells), "cell")}`;
  const full = message === "" ? "" : `: ${cutToWidth(visibleText(message), widestMessage)}`;
  const short = before === undefined ? full : `, as for ${plainText(before)}`;
  const why = short.length < full.length ? short : full;
  return `${plainText(subject)}: ${share} ${wordFor(outcome, cells)}${why}`;
}

function wordFor(outcome: ReportFailure["outcome"], cells: number): string {
  switch (outcome) {
    case "timed-out":
      return "ran out of time";
    case "over-budget":
      return `ran out of ${cells === 1 ? "its" : "their"} own budget`;
    case "unscored":
      return cells === 1 ? "has no score" : "have no score";
    case "infrastructure":
      return cells === 1 ? "was lost" : "were lost";
    default:
      return "failed";
  }
}
