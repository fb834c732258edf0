import type { Field } from "./tool-input.ts";

/** The file that a tool works on, under the names that models give it. */
export const pathField: Field = {
  type: "string",
  description: "Path relative to the workspace",
  required: true,
  aliases: ["file", "filepath", "filename", "absolutepath"],
};
