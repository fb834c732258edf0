import { displayWidth } from "@flow-state-dev/testing/display-width";

/** Text in lines of at most `width` columns, broken at blanks. A longer word has a line of its own. */
export function wrapText(text: string, width: number): string[] {
  const lines: string[] = [];
  let line = "";
  for (const word of text.split(/\s+/).filter((part) => part !== "")) {
    if (line !== "" && displayWidth(line) + 1 + displayWidth(word) > width) {
      lines.push(line);
      line = word;
    } else line = line === "" ? word : `${line} ${word}`;
  }
  return line === "" ? lines : [...lines, line];
}

/** With less room than this beside the names a meaning would be a column of single words. */
const leastBeside = 20;

/**
 * Two columns: names, and what they mean, wrapped beside them. Where a name is longer than its column its meaning
 * begins on the next line; where a terminal is too narrow for two columns, all do. Names and meanings are of one line
 * each.
 */
export function wrapRows(
  rows: readonly (readonly [name: string, meaning: string])[],
  options: { width: number; nameWidth?: number; paintName?: (name: string) => string },
): string[] {
  const { width, paintName = (name) => name } = options;
  const longest = Math.max(...rows.map(([name]) => displayWidth(name)), 0);
  const column = Math.min(longest, options.nameWidth ?? 24);
  if (width - column - 4 < leastBeside) {
    return rows.flatMap(([name, meaning]) => [
      ...wrapText(name, width - 2).map((line) => `  ${paintName(line)}`),
      ...wrapText(meaning, width - 6).map((line) => `      ${line}`),
    ]);
  }
  const indent = " ".repeat(column + 4);
  return rows.flatMap(([name, meaning]) => {
    const [first = "", ...rest] = wrapText(meaning, width - column - 4);
    const beside = displayWidth(name) <= column;
    const head = `  ${paintName(name)}${beside ? `${" ".repeat(column - displayWidth(name))}  ${first}` : ""}`;
    return [head.trimEnd(), ...(beside ? rest : [first, ...rest]).map((line) => indent + line)];
  });
}
