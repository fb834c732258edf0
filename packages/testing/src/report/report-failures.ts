import type { OutcomeKind } from "@flow-state-dev/records";
import { oneLine } from "./one-line.ts";
import { cellsOfSubject, type ReportGrid } from "./report-grid.ts";

/** Cells of a subject that broke or have no score, for the same reason. */
export interface ReportFailure {
  subject: string;
  outcome: OutcomeKind;
  /** Of the first of them, on one line; numbers in it may differ between the cells. */
  message: string;
  cells: number;
}

/**
 * Why cells broke or have no score: by subject, the most frequent first. Cells that were cut off are not among them.
 */
export function failuresOf(grid: ReportGrid): ReportFailure[] {
  const { kinds, results } = grid.cells;
  return grid.subjects.flatMap(({ name }, subject) => {
    const found = new Map<string, ReportFailure>();
    const [start, end] = cellsOfSubject(grid, subject);
    for (let at = start; at < end; at++) {
      const kind = kinds[at]!;
      if (kind === "passed" || kind === "failed" || kind === "cancelled") continue;
      const message = oneLine(results[at]!.error?.message);
      // Ids of requests, times and places in a text make the same trouble look different.
      const key = `${kind} ${message.replaceAll(/[\da-f]{8,}|\d+/gi, "#")}`;
      const known = found.get(key);
      if (known) known.cells += 1;
      else found.set(key, { subject: name, outcome: kind, message, cells: 1 });
    }
    return [...found.values()].sort((a, b) => b.cells - a.cells);
  });
}
