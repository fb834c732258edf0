/** A Markdown table as the formatter has it; bars, brackets and line ends in cells do not break it. */
export function markdownTable(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const cells = [head, ...rows].map((row) => row.map(cellText));
  const widths = head.map((_, column) => Math.max(3, ...cells.map((row) => row[column]!.length)));
  const line = (row: readonly string[]) =>
    `| ${row.map((cell, column) => cell.padEnd(widths[column]!)).join(" | ")} |`;
  const [first = [], ...rest] = cells;
  return [line(first), `| ${widths.map((width) => "-".repeat(width)).join(" | ")} |`, ...rest.map(line)].join(
    "\n",
  );
}

/** Outside of code an angle bracket would be taken for HTML. */
function cellText(text: string): string {
  return text
    .replaceAll(/\s+/g, " ")
    .replaceAll("|", "\\|")
    .split("`")
    .map((part, at) => (at % 2 === 0 ? part.replaceAll("<", "\\<") : part))
    .join("`")
    .trim();
}
