import {
  hiddenCharacters,
  visibleSign,
  withoutBuildCommands,
} from "@flow-state-dev/records/hidden-characters";
import { grouped } from "./show-numbers.ts";

/**
 * Text of others for a terminal or the log of a build: nothing in it can move the cursor, hide or turn what is written,
 * or be a command to a build server. Control characters are shown, an escape as `␛`; line breaks stay, tabs become two
 * blanks. Broken characters are shown as `\uFFFD`.
 */
export function visibleText(text: string): string {
  return withoutBuildCommands(withSigns(text));
}

/** Its control characters as signs for them. */
function withSigns(text: string): string {
  return text
    .toWellFormed()
    .replaceAll("\r\n", "\n")
    .replaceAll("\t", "  ")
    .replaceAll(hiddenCharacters, (character) => (character === "\n" ? "\n" : visibleSign(character)));
}

/** The same in one line, of at most so many characters. */
export function visibleLine(text: string, most = 200): string {
  const signs = withSigns(text.length > most * 4 ? text.slice(0, most * 4) : text);
  const line = withoutBuildCommands(signs.replaceAll("\n", "␊"));
  const cut = line.length > most || text.length > most * 4;
  return cut ? `${line.slice(0, most - 1).toWellFormed()}…` : line;
}

/** How a block of text is cut. */
export interface BlockLimits {
  /** Lines; the rest is counted. */
  lines: number;
  /** Characters of a line; the rest is counted. */
  width: number;
}

/** Text as lines, long ones and many of them cut, and what was cut counted. */
export function visibleLines(text: string, { lines, width }: BlockLimits): string[] {
  const all = text.split("\n");
  const shownLines = all.slice(0, lines).map((line) => cutLine(line, width));
  const more = all.length - lines;
  return more > 0 ? [...shownLines, `[${grouped(more)} more ${more === 1 ? "line" : "lines"}]`] : shownLines;
}

function cutLine(line: string, width: number): string {
  const bare = line.endsWith("\r") ? line.slice(0, -1) : line;
  if (bare.length <= width) return visibleText(bare);
  return `${visibleText(bare.slice(0, width))}… [${grouped(bare.length - width)} more characters]`;
}
