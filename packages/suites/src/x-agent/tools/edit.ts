import { shown } from "../../text/shown.ts";
import { decodeText } from "./decode-text.ts";
import { editText } from "./edit-text.ts";
import { numbered } from "./nearest-lines.ts";
import { pathField } from "./path-field.ts";
import { newPlaceholder } from "./placeholder.ts";
import type { Tool } from "./tool.ts";
import { ToolError } from "./tool-error.ts";

const mostFileBytes = 5 * 1024 * 1024;
const mostSnippet = 20;

const tierNotes = {
  exact: "",
  loose: " (matched apart from blanks at line ends and typographic signs)",
  indented: " (matched at another indentation, and new was indented alike)",
};

/** Replaces one piece of a file. */
export const editTool: Tool = {
  name: "edit",
  description:
    "Change a file: replace old by new. old must be there exactly once (or set all) and be copied exactly, " +
    "with enough lines around it. One change per call; several calls per turn are fine.",
  fields: {
    path: pathField,
    old: {
      type: "string",
      description: "The text to replace",
      required: true,
      aliases: ["oldstring", "oldstr", "oldtext", "search"],
    },
    new: {
      type: "string",
      description: "The text to put in its place",
      required: true,
      aliases: ["newstring", "newstr", "newtext", "replace", "replacement"],
    },
    all: { type: "boolean", description: "Replace every one", aliases: ["replaceall"] },
  },
  async run(input, { files }) {
    const path = input.text("path");
    const bytes = await files.read(path, mostFileBytes);
    const decoded = decodeText(bytes);
    if (decoded.kind !== "text" || !decoded.exact)
      throw new ToolError(`${shown(path)} is not UTF-8 text; change it with shell.`);
    const change = { old: input.text("old"), new: input.text("new"), all: input.flag("all") };
    const left = newPlaceholder(change.new, decoded.text);
    if (left !== undefined)
      throw new ToolError(`new leaves something out (${shown(left, 80)}); give all of the text.`);
    const edited = editText(decoded.text, change);
    await files.write(path, edited.text);
    const places = edited.count === 1 ? "" : ` in ${edited.count} places`;
    const from = Math.max(1, edited.line - 2);
    const count = Math.min(mostSnippet, edited.line - from + edited.lines + 2);
    const lines = edited.text.split("\n").slice(from - 1, from - 1 + count);
    const text = `Changed ${files.locate(path)}${places}${tierNotes[edited.tier]}:\n${numbered(lines, from)}`;
    return { text, effect: "changed" };
  },
};
