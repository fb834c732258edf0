import { displayWidth } from "@flow-state-dev/testing/display-width";
import { padColumns } from "./pad-columns.ts";

/** Rows as text with columns aligned, two blanks apart, nothing trailing. */
export function alignRows(rows: readonly (readonly string[])[]): string {
  const widths: number[] = [];
  for (const row of rows) {
    row.forEach((cell, column) => {
      widths[column] = Math.max(widths[column] ?? 0, displayWidth(cell));
    });
  }
  return rows
    .map(
      (row) =>
        `${row
          .map((cell, column) => padColumns(cell, widths[column] ?? 0))
          .join("  ")
          .trimEnd()}\n`,
    )
    .join("");
}
