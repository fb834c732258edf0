import { printable } from "../text/printable.ts";

const longest = 200;
/** What Node writes last when a program of its breaks; the error stands above its trace. */
const nodeVersion = /^Node\.js v\d/;
const errorLine = /^(Uncaught )?(\w*(Error|Exception))\b/;
const traceLine = /^at \S/;

/**
 * The last line that tells something, of the first text that has one, safe to print; empty when there is none. Of a
 * program that broke on an error it is the line of the error, not the end of its trace.
 */
export function lastWords(...texts: readonly string[]): string {
  for (const text of texts) {
    const lines = text
      .split("\n")
      .map((line) => printable(line.trim(), longest))
      .filter((line) => /[\p{L}\p{N}]/u.test(line));
    const last = lines.at(-1) ?? "";
    const isNode = nodeVersion.test(last);
    const isTrace = isNode || traceLine.test(last);
    const told = isNode ? lines.slice(0, -1) : lines;
    const words = (isTrace ? told.findLast((line) => errorLine.test(line)) : undefined) ?? told.at(-1);
    if (words !== undefined) return words;
  }
  return "";
}
