import type { OutcomeKind } from "@flow-state-dev/records";
import type { ReportGrid } from "./report-grid.ts";

/** Cells of a subject that broke or have no score, for the same reason. */
export interface ReportFailure {
  subject: string;
  outcome: OutcomeKind;
  /** Of the first of them, on one line; numbers in it may differ between the cells. */
  message: string;
  cells: number;
}

const longestMessage = 400;
const fine: ReadonlySet<OutcomeKind> = new Set(["passed", "failed"]);

/** Why cells broke or have no score: by subject, the most frequent first. Cells that were cut off are not among them. */
export function failuresOf({ subjects, cells }: ReportGrid): ReportFailure[] {
  return subjects.flatMap(({ name }, subject) => {
    const found = new Map<string, ReportFailure>();
    const broken = cells[subject]!.flatMap((runs) =>
      runs.every(({ kind }) => fine.has(kind)) ? [] : runs.filter(({ kind }) => !fine.has(kind)),
    );
    for (const { kind, result } of broken) {
      if (kind === "cancelled") continue;
      const message = oneLine(result.error?.message);
      // Ids of requests, times and places in a text make the same trouble look different.
      const key = `${kind} ${message.replaceAll(/[\da-f]{8,}|\d+/gi, "#")}`;
      const known = found.get(key);
      if (known) known.cells += 1;
      else found.set(key, { subject: name, outcome: kind, message, cells: 1 });
    }
    return [...found.values()].sort((a, b) => b.cells - a.cells);
  });
}

function oneLine(message: string | undefined): string {
  const line = (message ?? "").replaceAll(/\s+/g, " ").trim();
  return line.length > longestMessage ? `${line.slice(0, longestMessage - 1)}…` : line;
}
