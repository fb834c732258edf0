import { createHash } from "node:crypto";

/** A text of so many bytes that is the cell's own, and shrinks to about a tenth when it is compressed. */
export function transcriptOf(cell: string, bytes: number): string {
  const lines: string[] = [];
  let length = 0;
  for (let at = 0; length < bytes; at += 1) {
    const line = `${createHash("sha256").update(`${cell} ${at}`).digest("base64")}${" and so on".repeat(100)}\n`;
    lines.push(line);
    length += line.length;
  }
  return lines.join("").slice(0, bytes);
}
