import type { CompleteReport } from "../report/complete-report.ts";
import type { TableForm } from "./fit-table.ts";
import { rankingRows } from "./ranking-rows.ts";
import { nameForms } from "./short-names.ts";

/**
 * Columns that a narrow terminal does without, in this order. The sentences below the table have what matters of them.
 */
const dispensable = ["credible", "score/$", "success", "rank", "95 % interval", "$/task", "Δ"];

/** Said in the title above, and so cut where there is no room. */
const longHead = "Δ vs baseline";

/** The overall ranking for so many columns, the fullest form first: a shorter head, then ever fewer columns. */
export function* rankingForms(report: CompleteReport, columns: number): Generator<TableForm> {
  const names = nameForms(report.subjects, columns);
  for (const nameOf of names) yield { blocks: [rankingRows(report, nameOf)], leftOut: [] };
  for (let left = 0; left <= dispensable.length; left++) {
    const leftOut = dispensable.slice(0, left);
    for (const nameOf of names) {
      const [head, ...rows] = rankingRows(report, nameOf);
      const short = head!.map((name) => (name === longHead ? "Δ" : name));
      const kept = [short, ...rows].map((row) => row.filter((_, at) => !leftOut.includes(short[at]!)));
      yield { blocks: [kept], leftOut };
    }
  }
}
