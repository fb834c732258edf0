/** A Markdown table; bars, brackets and line ends in cells do not break it. */
export function markdownTable(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]) => `| ${cells.map(cellText).join(" | ")} |`;
  return [line(head), `| ${head.map(() => "---").join(" | ")} |`, ...rows.map(line)].join("\n");
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
