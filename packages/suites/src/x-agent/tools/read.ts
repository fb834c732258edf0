import { shown } from "../../text/shown.ts";
import { decodeText } from "./decode-text.ts";
import { pathField } from "./path-field.ts";
import type { Tool } from "./tool.ts";
import { ToolError } from "./tool-error.ts";

const mostFileBytes = 20 * 1024 * 1024;
const mostLines = 2_000;
const mostBytes = 50 * 1024;
const longestLine = 2_000;

/** Shows a file, as it is: without line numbers, which would find their way into edits. */
export const readTool: Tool = {
  name: "read",
  description: `Read a text file. Shows up to ${mostLines} lines or ${mostBytes / 1024} KB; go on with offset.`,
  fields: {
    path: pathField,
    offset: {
      type: "integer",
      description: "First line, from 1",
      least: 1,
      aliases: ["start", "startline", "line"],
    },
    limit: { type: "integer", description: "Number of lines", least: 1, aliases: ["lines", "count"] },
  },
  async run(input, { files }) {
    const path = input.text("path");
    const bytes = await files.read(path, mostFileBytes);
    const decoded = decodeText(bytes);
    if (decoded.kind === "image")
      throw new ToolError(
        `${shown(path)} is an image (${decoded.format}, ${bytes.length} bytes), which cannot be shown here.`,
      );
    if (decoded.kind === "binary")
      throw new ToolError(
        `${shown(path)} is binary (${bytes.length} bytes); look at it with shell if you need to.`,
      );
    const { text } = decoded;
    if (text === "") return { text: "[the file is empty]", effect: "none" };
    const lines = text.replace(/\n$/, "").split("\n");
    const offset = input.number("offset") ?? 1;
    if (offset > lines.length)
      throw new ToolError(`${shown(path)} has ${lines.length} lines; offset ${offset} is past its end.`);
    return { text: page(lines, offset, input.number("limit") ?? mostLines), effect: "none" };
  },
};

function page(lines: readonly string[], offset: number, limit: number): string {
  const shownLines: string[] = [];
  let bytes = 0;
  for (const line of lines.slice(offset - 1, offset - 1 + Math.min(limit, mostLines))) {
    const plain = line.replace(/\r$/, "");
    const cut =
      plain.length > longestLine
        ? `${plain.slice(0, longestLine).toWellFormed()}… [line cut, ${plain.length} characters]`
        : plain;
    bytes += Buffer.byteLength(cut) + 1;
    if (bytes > mostBytes && shownLines.length > 0) break;
    shownLines.push(cut);
  }
  const last = offset - 1 + shownLines.length;
  const isAll = offset === 1 && last === lines.length;
  if (isAll) return shownLines.join("\n");
  const next = last < lines.length ? `; go on with offset ${last + 1}` : "";
  return `${shownLines.join("\n")}\n[lines ${offset}-${last} of ${lines.length}${next}]`;
}
