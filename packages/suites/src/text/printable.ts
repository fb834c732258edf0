import { stripVTControlCharacters } from "node:util";
import { hiddenCharacters } from "@flow-state-dev/records/hidden-characters";

/**
 * Text of others that is safe to print: no escape codes, nothing hidden but line breaks and tabs, at most `most`
 * characters. What is cut is cut at the start when `keep` is "end".
 */
export function printable(text: string, most: number, keep: "start" | "end" = "start"): string {
  const room = most * 4;
  const part = text.length <= room ? text : keep === "end" ? text.slice(-room) : text.slice(0, room);
  const clean = stripVTControlCharacters(part)
    .replaceAll("\r\n", "\n")
    .replaceAll(hiddenCharacters, (each) => (each === "\n" || each === "\t" ? each : "\ufffd"))
    .toWellFormed();
  if (clean.length <= most && part.length === text.length) return clean;
  return keep === "end"
    ? `…${clean.slice(-(most - 1)).toWellFormed()}`
    : `${clean.slice(0, most - 1).toWellFormed()}…`;
}
