import { stripVTControlCharacters } from "node:util";

/** Text in double quotes for a message: one line, control characters escaped, cut at `most` characters. */
export function shown(text: string, most = 160): string {
  const cut = text.length > most ? `${text.slice(0, most - 1).toWellFormed()}…` : text.toWellFormed();
  return JSON.stringify(cut).replaceAll(/[\u007f-\u009f\u2028-\u202e\u2066-\u2069\ufeff]/g, escapeCharacter);
}

/**
 * Text of others that is safe to print: no escape codes, no control characters but line breaks and tabs, at most
 * `most` characters. What is cut is cut at the start when `keep` is "end".
 */
export function printable(text: string, most: number, keep: "start" | "end" = "start"): string {
  const room = most * 4;
  const part = text.length <= room ? text : keep === "end" ? text.slice(-room) : text.slice(0, room);
  const clean = stripVTControlCharacters(part)
    .replaceAll("\r\n", "\n")
    .replaceAll(/(?![\n\t])\p{Cc}|[\u2028-\u202e\u2066-\u2069\ufeff]/gu, "\ufffd")
    .toWellFormed();
  if (clean.length <= most && part.length === text.length) return clean;
  return keep === "end"
    ? `…${clean.slice(-(most - 1)).toWellFormed()}`
    : `${clean.slice(0, most - 1).toWellFormed()}…`;
}

function escapeCharacter(character: string): string {
  return `\\u${character.charCodeAt(0).toString(16).padStart(4, "0")}`;
}
