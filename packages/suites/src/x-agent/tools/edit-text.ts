import { lineAt } from "../../text/line-at.ts";
import { type EditTier, findEdit } from "./find-edit.ts";
import { nearestLines } from "./nearest-lines.ts";
import { placesOf } from "./places-of.ts";
import { ToolError } from "./tool-error.ts";

/** A text that was changed. */
export interface EditedText {
  text: string;
  tier: EditTier;
  /** How many places were changed. */
  count: number;
  /** The first of them, from 1, and how many lines it has now. */
  line: number;
  lines: number;
}

const byteOrderMark = "\ufeff";
/** Characters of the longest text that a change may make: what `read` still shows. */
const mostText = 20 * 1024 * 1024;

/**
 * Replaces a piece of a text. Line breaks of both kinds match each other; those of lines that are not touched, and the
 * byte order mark, stay as they are. Throws a `ToolError` that tells where to look when there is not exactly one place.
 */
export function editText(original: string, change: { old: string; new: string; all: boolean }): EditedText {
  const mark = original.startsWith(byteOrderMark) ? byteOrderMark : "";
  const body = original.slice(mark.length);
  const text = body.replaceAll("\r\n", "\n");
  const old = plainBreaks(change.old);
  const replacement = plainBreaks(change.new);
  if (old === "") throw new ToolError("old is empty; give the text to replace, or use write for a new file.");
  if (old === replacement) throw new ToolError("old and new are the same; nothing would change.");
  const found = findEdit(text, old, replacement);
  if (!found) throw new ToolError(notFound(text, old, replacement));
  const { tier, places } = found;
  if (places.length > 1 && !change.all) {
    const lines = places.slice(0, 10).map(({ start }) => lineAt(text, start));
    throw new ToolError(
      `old is there ${places.length} times (lines ${lines.join(", ")}${places.length > 10 ? ", …" : ""}); ` +
        "give more lines around it so that it is there once, or set all to change every one.",
    );
  }
  const grown = places.reduce((sum, { start, end, text: put }) => sum + put.length - (end - start), 0);
  if (grown > 0 && text.length + grown > mostText) {
    throw new ToolError(
      `The file would have ${text.length + grown} characters then, which is too much; change it with shell.`,
    );
  }
  const crlf = crlfPositions(text, body);
  const fileBreak = crlf.length * 2 > text.split("\n").length - 1 ? "\r\n" : "\n";
  let edited = "";
  let at = 0;
  for (const place of places) {
    const start = originalIndex(crlf, place.start);
    const end = originalIndex(crlf, place.end);
    const replaced = body.slice(start, end);
    const lineBreak = /\r?\n/.exec(replaced)?.[0] ?? fileBreak;
    edited += body.slice(at, start) + place.text.replaceAll("\n", () => lineBreak);
    at = end;
  }
  edited += body.slice(at);
  const first = places[0]!;
  return {
    text: mark + edited,
    tier,
    count: places.length,
    line: lineAt(text, first.start),
    lines: first.text.split("\n").length,
  };
}

function plainBreaks(text: string): string {
  return text.replace(/^\ufeff/, "").replaceAll("\r\n", "\n");
}

/** Where in the text with plain breaks those stand that are CRLF in the file, ascending. */
function crlfPositions(text: string, body: string): number[] {
  if (text.length === body.length) return [];
  const positions: number[] = [];
  for (let at = body.indexOf("\r\n"); at !== -1; at = body.indexOf("\r\n", at + 2)) {
    positions.push(at - positions.length);
  }
  return positions;
}

/** An index of the text with plain breaks in the file as it is. */
function originalIndex(crlf: readonly number[], index: number): number {
  let low = 0;
  let high = crlf.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (crlf[middle]! < index) low = middle + 1;
    else high = middle;
  }
  return index + low;
}

function notFound(text: string, old: string, replacement: string): string {
  const [done] = replacement.trim() === "" ? [] : placesOf(text, replacement);
  if (done !== undefined) {
    return `old is not in the file, but new is already there (line ${lineAt(text, done)}); the change may be done. Read the file to see.`;
  }
  const near = nearestLines(text, old);
  const hint = near === null ? "" : ` The nearest lines are:\n${near}\n`;
  return `old is not in the file.${hint === "" ? " " : hint}Read the file again and copy the text exactly.`;
}
