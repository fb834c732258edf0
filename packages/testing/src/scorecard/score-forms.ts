import type { CompleteReport } from "../report/complete-report.ts";
import { displayWidth } from "./display-width.ts";
import type { TableForm } from "./fit-table.ts";
import { scoreRows } from "./score-rows.ts";
import { nameForms, namesWithin, namesWithRoom } from "./short-names.ts";

/** Names of categories, where a terminal has no room for more. */
const shortHead = 12;
const gap = 2;
const deviations = "standard deviations";

/**
 * The table of subjects × categories for so many columns, the fullest form first: without the deviations, with names of
 * categories cut, then the categories below each other, in as many tables as it takes.
 */
export function* scoreForms(report: CompleteReport, columns: number): Generator<TableForm> {
  const names = nameForms(report.subjects, columns);
  const withRoom = namesWithRoom(report.categories);
  const short = namesWithin(report.categories, shortHead);
  for (const [spread, textOf] of [
    [true, withRoom],
    [false, withRoom],
    [false, short],
  ] as const) {
    for (const nameOf of names) {
      const rows = scoreRows(report, { nameOf, textOf, spread });
      yield { blocks: [rows], leftOut: spread ? [] : [deviations] };
    }
  }
  const rows = scoreRows(report, { nameOf: names.at(-1)!, textOf: short, spread: false });
  yield { blocks: stacked(rows, columns), leftOut: [deviations] };
}

/** Tables of at most so many columns that have the first column each and the others between them; at least one each. */
function stacked(rows: readonly (readonly string[])[], columns: number): string[][][] {
  const widths = rows[0]!.map((_, at) => Math.max(...rows.map((row) => displayWidth(row[at]!))));
  const groups: number[][] = [];
  let room = 0;
  widths.slice(1).forEach((width, place) => {
    const at = place + 1;
    if (groups.length === 0 || width + gap > room) {
      groups.push([at]);
      room = columns - widths[0]! - width - gap;
    } else {
      groups.at(-1)!.push(at);
      room -= width + gap;
    }
  });
  return groups.map((group) => rows.map((row) => [row[0]!, ...group.map((at) => row[at]!)]));
}
