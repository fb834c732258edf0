import type { BenchmarkReport } from "../report/benchmark-report.ts";
import { completeReport } from "../report/complete-report.ts";
import { renderMarkdown } from "./render-markdown.ts";
import { renderTable } from "./render-table.ts";
import { UnknownScorecardFormatError } from "./unknown-scorecard-format-error.ts";

/** How a scorecard is written. */
export type ScorecardFormat = "table" | "markdown" | "json";

/** How a scorecard is made to fit. */
export interface ScorecardOptions {
  /**
   * Columns of the terminal that a table is for, 1 or more: no line is longer. Tables then leave out what matters
   * least, and say so; sentences are wrapped. Default: as wide as it comes. Other formats do not heed it.
   */
  columns?: number | undefined;
}

/**
 * Renders a report as plain aligned text, a markdown table, or pretty-printed JSON; one with no more than the fields
 * of the first spec will do. The table leaves `warnings` to whoever prints it. No line break at the end. Throws
 * `UnknownScorecardFormatError`.
 */
export function renderScorecard(
  report: BenchmarkReport,
  format: ScorecardFormat,
  options: ScorecardOptions = {},
): string {
  switch (format) {
    case "table":
      return renderTable(completeReport(report), options.columns);
    case "markdown":
      return renderMarkdown(completeReport(report));
    case "json":
      return JSON.stringify(report, null, 2);
    default:
      throw new UnknownScorecardFormatError(format);
  }
}
