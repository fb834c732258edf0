import { shown } from "../../text/shown.ts";
import { pathField } from "./path-field.ts";
import { newPlaceholder } from "./placeholder.ts";
import type { Tool } from "./tool.ts";
import { ToolError } from "./tool-error.ts";

const mostCompared = 5 * 1024 * 1024;

/** Writes a whole file. */
export const writeTool: Tool = {
  name: "write",
  description: "Create a file, or replace all of it. Folders are made as needed. To change a file use edit.",
  fields: {
    path: pathField,
    content: {
      type: "string",
      description: "The whole new content",
      required: true,
      aliases: ["contents", "text", "filetext", "data"],
    },
  },
  async run(input, { files }) {
    const path = input.text("path");
    const content = input.text("content");
    const found = await files.facts(path);
    const before =
      found.kind === "file" && found.size <= mostCompared
        ? (await files.read(path, mostCompared)).toString()
        : "";
    const left = newPlaceholder(content, before);
    if (left !== undefined) {
      throw new ToolError(
        `The content leaves something out (${shown(left, 80)}); write all of it, or change parts of the file with edit.`,
      );
    }
    const done = await files.write(path, content);
    const name = files.locate(path);
    const what =
      done === "created" ? "Created" : before === content ? "Wrote (it was the same before)" : "Replaced";
    return { text: `${what} ${name}: ${Buffer.byteLength(content)} bytes.`, effect: "changed" };
  },
};
