import { displayWidth } from "@flow-state-dev/testing/display-width";
import { commandWords } from "./as-started.ts";

/** Lines that are meant to be typed or copied: broken they would be another command. */
const command = new RegExp(String.raw`(?:^|: ) *(?:npm|npx|curl|x (?:${commandWords.join("|")}))(?![\w-])`);

/** With less room than this behind the first column, what goes on begins two blanks behind the line instead. */
const leastRoom = 16;

/**
 * Text whose lines have at most so many columns, broken at blanks. What goes on stands below the second column of a
 * line that has one, else two blanks behind its beginning. A word that is longer than a line, and a line that holds a
 * command, stay as they are.
 *
 * @param columns of a terminal; undefined leaves the text as it is, for files and pipes
 */
export function fitLines(text: string, columns: number | undefined): string {
  if (columns === undefined) return text;
  return text
    .split("\n")
    .flatMap((line) =>
      displayWidth(line) <= columns || command.test(line) ? [line] : fitLine(line, columns),
    )
    .join("\n");
}

function fitLine(line: string, columns: number): string[] {
  const indent = " ".repeat(indentOf(line, columns));
  const lines: string[] = [];
  let open = "";
  // Blanks stay as they are while the line goes on, so that columns stand where they stood.
  for (const [part, blanks = "", word = ""] of line.matchAll(/( *)([^ ]+)/g)) {
    if (open.trim() !== "" && displayWidth(open) + displayWidth(part) > columns) {
      lines.push(open);
      open = indent + word;
    } else open += blanks + word;
  }
  return [...lines, open];
}

/** Where what goes on begins. */
function indentOf(line: string, columns: number): number {
  const first = /^ *[^ ]+(?: [^ ]+)* {2,}/.exec(line)?.[0] ?? "";
  const second = displayWidth(first);
  if (second > 0 && columns - second >= leastRoom) return second;
  return line.length - line.trimStart().length + 2;
}
