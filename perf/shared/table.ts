/** How a column of a table is titled, and what it says of a row; null says that it is not known. */
export interface Column<Row> {
  title: string;
  /** What stands in this column. */
  of(row: Row): string | number | null;
  /** Digits after the point of numbers; 0 when absent. */
  digits?: number;
}

/** A table as text: words to the left, numbers to the right, a dash where nothing is known. */
export function tableText<Row>(columns: readonly Column<Row>[], rows: readonly Row[]): string {
  const cells = rows.map((row) =>
    columns.map(({ of, digits = 0 }) => {
      const value = of(row);
      if (value === null) return "–";
      return typeof value === "number" ? value.toFixed(digits) : value;
    }),
  );
  const isNumeric = columns.map(({ of }) => rows.every((row) => typeof of(row) !== "string"));
  const widths = columns.map(({ title }, at) =>
    Math.max(title.length, ...cells.map((line) => line[at]!.length)),
  );
  const line = (words: readonly string[]) =>
    words
      .map((word, at) => (isNumeric[at] ? word.padStart(widths[at]!) : word.padEnd(widths[at]!)))
      .join("  ")
      .trimEnd();
  return [columns.map(({ title }) => title), ...cells].map(line).join("\n");
}
