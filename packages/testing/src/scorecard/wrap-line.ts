import { displayWidth, graphemesOf } from "./display-width.ts";

/** How far what follows on the next line stands behind its beginning. */
const hanging = 2;

/** With less room than this a terminal shows nothing that could be read, and nothing is hung behind anything. */
const leastRoom = 8;

/** Blanks between words, but for those before a unit: it says nothing without its number. */
const blanks = /(?<!\d) +| +(?!(?:%|ms|[smhd])(?!\w))/;

/**
 * A line as lines of at most so many columns, broken at blanks. What goes on stands two columns behind the beginning,
 * which keeps its blanks. A word that is longer than a line is broken too.
 */
export function wrapLine(line: string, columns: number): string[] {
  if (displayWidth(line) <= columns) return [line];
  const before = line.length - line.trimStart().length;
  const hung = before + hanging;
  const [first, next] = columns - hung < leastRoom ? ["", ""] : [" ".repeat(before), " ".repeat(hung)];
  const lines: string[] = [];
  let open = "";
  const indent = () => (lines.length === 0 ? first : next);
  const room = () => Math.max(1, columns - indent().length);
  const close = () => {
    lines.push(indent() + open);
    open = "";
  };
  for (const word of line.trim().split(blanks)) {
    const joined = open === "" ? word : `${open} ${word}`;
    if (displayWidth(joined) <= room()) {
      open = joined;
      continue;
    }
    if (open !== "") close();
    for (const grapheme of displayWidth(word) > room() ? graphemesOf(word) : [word]) {
      if (open !== "" && displayWidth(open + grapheme) > room()) close();
      open += grapheme;
    }
  }
  close();
  return lines;
}
