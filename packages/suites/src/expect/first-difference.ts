import { lineAt } from "../text/line-at.ts";
import { shown } from "../text/shown.ts";

/** One of two files that are compared. */
export interface Compared {
  name: string;
  bytes: Buffer;
}

const longestLine = 100;

/** Where two files that are not the same differ first. */
export function describeDifference(file: Compared, other: Compared): string {
  const shorter = Math.min(file.bytes.length, other.bytes.length);
  let at = 0;
  while (at < shorter && file.bytes[at] === other.bytes[at]) at += 1;
  if (isBinary(file.bytes) || isBinary(other.bytes)) {
    return `${file.name} (${file.bytes.length} bytes) and ${other.name} (${other.bytes.length} bytes) differ from byte ${at + 1} on`;
  }
  if (withoutReturns(file.bytes).equals(withoutReturns(other.bytes))) {
    return `${file.name} and ${other.name} differ only in their line ends (CRLF and LF)`;
  }
  const line = lineAt(file.bytes, at);
  return `line ${line} of ${file.name} is ${lineAround(file.bytes, at)}; in ${other.name} it is ${lineAround(other.bytes, at)}`;
}

function isBinary(bytes: Buffer): boolean {
  return bytes.subarray(0, 8_192).includes(0);
}

function withoutReturns(bytes: Buffer): Buffer {
  return bytes.includes("\r\n")
    ? Buffer.from(bytes.toString("latin1").replaceAll("\r\n", "\n"), "latin1")
    : bytes;
}

/** The line around a place, a long one cut to what surrounds it; "not there" past the end. */
function lineAround(bytes: Buffer, at: number): string {
  const start = at === 0 ? 0 : bytes.lastIndexOf(10, at - 1) + 1;
  if (start >= bytes.length) return "not there";
  const end = bytes.indexOf(10, at);
  const from = Math.max(start, at - longestLine / 2);
  const text = bytes
    .subarray(from, Math.min(end === -1 ? bytes.length : end, from + longestLine * 4))
    .toString("utf8");
  return (from > start ? "…" : "") + shown(text, longestLine);
}
