import type { BenchmarkReport, ReportCoverage } from "../report/benchmark-report.ts";
import { type CompleteReport, completeReport } from "../report/complete-report.ts";
import { formatCount } from "./format-number.ts";
import { plainText } from "./plain-text.ts";
import { counted, listed } from "./words.ts";

const reasons: Readonly<Record<string, string>> = {
  infrastructure: "lost: the provider, the machine or the setup failed",
  cancelled: "cut off before the end",
};

/** How much of the plan has a score, why the rest has none, and whether it could change a verdict. */
export function coverageLine(given: BenchmarkReport): string {
  const report = completeReport(given);
  const { coverage } = report;
  const share = `Coverage ${formatCount(coverage.scored)} of ${formatCount(coverage.planned)}`;
  const missing = Object.entries(coverage.missing);
  const repeated = repeatedClause(coverage);
  if (missing.length === 0) return `${share}.${repeated}`;
  const reasonOf = (kind: string) =>
    kind === "unscored" ? ungraded(report) : (reasons[kind] ?? untried(report));
  const why = missing.map(([kind, count]) => `${formatCount(count)} ${reasonOf(kind)}`);
  return `${share} (${why.join("; ")}).${boundsClause(report)}${repeated}`;
}

/** Where outputs of an earlier run are graded, or scorers alone do, it need not have been the judge. */
function ungraded({ judgeModel, regradeOf }: CompleteReport): string {
  const byJudge = judgeModel !== undefined && regradeOf === undefined;
  return byJudge ? "unscored: the judge gave no usable answer" : "unscored: could not be graded";
}

function untried({ budgetExceeded, aborted }: CompleteReport): string {
  if (budgetExceeded) return "not run: the budget was spent";
  return aborted ? "not run: stopped by hand" : "not run";
}

function boundsClause({ comparisons, coverage: { scored, fragile } }: CompleteReport): string {
  if (comparisons.length === 0 || scored === 0) return "";
  if (fragile.length === 0) return " No verdict changes at either bound.";
  const names = listed(fragile.map((name) => plainText(name)));
  const verdicts = fragile.length === 1 ? `The verdict on ${names}` : `The verdicts on ${names}`;
  const which = fragile.length > 1 && fragile.length === comparisons.length ? "Every verdict" : verdicts;
  return ` ${which} would change if all that is missing went for the subject, or all against it.`;
}

function repeatedClause({ repeated }: ReportCoverage): string {
  if (repeated === 0) return "";
  return ` ${counted(repeated, "result")} came more than once for the same cell; all count.`;
}
