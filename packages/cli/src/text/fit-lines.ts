import { displayWidth } from "@flow-state-dev/testing/display-width";
import { commandWords } from "../typed/as-started.ts";

/** What is meant to be typed or copied, up to the end of its line: broken it would be another command. */
const command = new RegExp(
  String.raw`(?<=^ *|: +|\S {2,})(?:npm|npx|curl|x (?:${commandWords.join("|")}))(?![\w-])`,
);

/** A word, and with a number its unit, which says nothing on a line of its own. */
const words = /( *)((?:[^ ]*\d (?:%|ms|s|m|h|d)(?!\w)|[^ ])[^ ]*)/g;

/** What goes on does not stand below a column that has less room than this. */
const leastRoom = 16;

/**
 * Text whose lines have at most so many columns, broken at blanks. What goes on stands below the column of the line
 * that it is part of, a column that goes on below the second, and where there is no room two blanks behind the
 * beginning. A word that is longer than a line stays as it is, and so does a command, which has a line to itself where
 * that makes it fit.
 *
 * @param columns of a terminal; undefined leaves the text as it is, for files and pipes
 */
export function fitLines(text: string, columns: number | undefined): string {
  if (columns === undefined) return text;
  return text
    .split("\n")
    .flatMap((line) => (displayWidth(line) <= columns ? [line] : fitLine(line, columns)))
    .join("\n");
}

function fitLine(line: string, columns: number): string[] {
  const typed = line.slice(command.exec(line)?.index ?? line.length);
  const prose = line.slice(0, line.length - typed.length);
  if (prose.trim() === "") return [line];
  const begin = line.length - line.trimStart().length + 2;
  /** Where the columns begin that have room, from the second on. */
  const starts: number[] = [];
  const lines: string[] = [];
  let open = "";
  // Blanks stay as they are while the line goes on, so that columns stand where they stood.
  for (const [part, blanks = "", word = ""] of prose.matchAll(words)) {
    const isColumn = open.trim() !== "" && blanks.length > 1;
    if (open.trim() !== "" && displayWidth(open) + displayWidth(part) > columns) {
      lines.push(open);
      open = " ".repeat((isColumn ? starts[0] : starts.at(-1)) ?? begin) + word;
      continue;
    }
    const start = displayWidth(open + blanks);
    if (isColumn && lines.length === 0 && columns - start >= leastRoom) starts.push(start);
    open += blanks + word;
  }
  if (typed === "") return [...lines, open];
  const gap = /(?<=\S) +$/.exec(prose)?.[0] ?? " ";
  const indent = " ".repeat(starts[0] ?? begin);
  const fitsBehind = displayWidth(open + gap + typed) <= columns;
  const fitsAlone = displayWidth(indent + typed) <= columns;
  return fitsAlone && !fitsBehind ? [...lines, open, indent + typed] : [...lines, open + gap + typed];
}
