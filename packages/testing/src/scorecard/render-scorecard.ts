import { completeReport, type SpecReport } from "./complete-report.ts";
import { renderMarkdown } from "./render-markdown.ts";
import { renderTable } from "./render-table.ts";
import { UnknownScorecardFormatError } from "./unknown-scorecard-format-error.ts";

/** How a scorecard is written. */
export type ScorecardFormat = "table" | "markdown" | "json";

/**
 * Renders a report as plain aligned text, a markdown table, or pretty-printed JSON; one with no more than the fields
 * of the first spec will do. The table leaves `warnings` to whoever prints it. No line break at the end. Throws
 * `UnknownScorecardFormatError`.
 */
export function renderScorecard(report: SpecReport, format: ScorecardFormat): string {
  switch (format) {
    case "table":
      return renderTable(completeReport(report));
    case "markdown":
      return renderMarkdown(completeReport(report));
    case "json":
      return JSON.stringify(report, null, 2);
    default:
      throw new UnknownScorecardFormatError(format);
  }
}
