import { alignColumns } from "./align-columns.ts";
import { cutToWidth, displayWidth } from "./display-width.ts";

/** One way to write a table. */
export interface TableForm {
  /** Rows, header first; more than one table where columns stand below each other. */
  blocks: readonly (readonly (readonly string[])[])[];
  /** What a reader of the fullest form would miss here, in words. */
  leftOut: readonly string[];
}

/** A table as it is printed. */
export interface FittedTable {
  lines: string[];
  leftOut: readonly string[];
}

/**
 * The first of these forms, of which there is at least one, whose lines have at most so many columns. Of the last one
 * lines are cut when it does not fit either.
 */
export function fitTable(forms: Iterable<TableForm>, columns: number): FittedTable {
  let last: FittedTable = { lines: [], leftOut: [] };
  for (const { blocks, leftOut } of forms) {
    const lines = blocks.flatMap((rows, at) => [...(at > 0 ? [""] : []), ...alignColumns(rows)]);
    last = { lines, leftOut };
    if (lines.every((line) => displayWidth(line) <= columns)) return last;
  }
  return { ...last, lines: last.lines.map((line) => cutToWidth(line, columns)) };
}
