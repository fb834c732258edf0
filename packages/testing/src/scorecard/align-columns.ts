import { displayWidth } from "./display-width.ts";

/** Rows as lines of text, columns two blanks apart and padded by what a terminal shows; nothing trails. */
export function alignColumns(rows: readonly (readonly string[])[]): string[] {
  const widths: number[] = [];
  for (const row of rows) {
    row.forEach((cell, column) => {
      widths[column] = Math.max(widths[column] ?? 0, displayWidth(cell));
    });
  }
  return rows.map((row) =>
    row
      .map((cell, column) => cell + " ".repeat(widths[column]! - displayWidth(cell)))
      .join("  ")
      .trimEnd(),
  );
}
