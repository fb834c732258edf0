import { displayWidth } from "@flow-state-dev/testing/display-width";
import { commandWords } from "./as-started.ts";

/** What is meant to be typed or copied, up to the end of its line: broken it would be another command. */
const command = new RegExp(String.raw`(?<=^ *|: +)(?:npm|npx|curl|x (?:${commandWords.join("|")}))(?![\w-])`);

/** With less room than this behind the first column, what goes on begins two blanks behind the line instead. */
const leastRoom = 16;

/**
 * Text whose lines have at most so many columns, broken at blanks. What goes on stands below the second column of a
 * line that has one, else two blanks behind its beginning. A word that is longer than a line stays as it is, and so does
 * a command, which has a line to itself where that makes it fit.
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
  const indent = " ".repeat(indentOf(line, columns));
  const typed = line.slice(command.exec(line)?.index ?? line.length);
  const prose = line.slice(0, line.length - typed.length);
  if (prose.trim() === "") return [line];
  const lines: string[] = [];
  let open = "";
  // Blanks stay as they are while the line goes on, so that columns stand where they stood.
  for (const [part, blanks = "", word = ""] of prose.matchAll(/( *)([^ ]+)/g)) {
    if (open.trim() !== "" && displayWidth(open) + displayWidth(part) > columns) {
      lines.push(open);
      open = indent + word;
    } else open += blanks + word;
  }
  if (typed === "") return [...lines, open];
  const fitsBehind = displayWidth(open) + 1 + displayWidth(typed) <= columns;
  const fitsAlone = displayWidth(indent + typed) <= columns;
  return fitsAlone && !fitsBehind ? [...lines, open, indent + typed] : [...lines, `${open} ${typed}`];
}

/** Where what goes on begins. */
function indentOf(line: string, columns: number): number {
  const first = /^ *[^ ]+(?: [^ ]+)* {2,}/.exec(line)?.[0] ?? "";
  const second = displayWidth(first);
  if (second > 0 && columns - second >= leastRoom) return second;
  return line.length - line.trimStart().length + 2;
}
