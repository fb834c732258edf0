import { nearestName } from "@flow-state-dev/core";
import type { ToolDefinition } from "../model-types.ts";
import { bareName } from "./bare-name.ts";
import { editTool } from "./edit.ts";
import { listTool } from "./list.ts";
import { readTool } from "./read.ts";
import { searchTool } from "./search.ts";
import { shellTool } from "./shell.ts";
import type { Tool } from "./tool.ts";
import { checkInput, inputSchema, type ToolInput } from "./tool-input.ts";
import { writeTool } from "./write.ts";

/** All tools, in the order in which a model is told of them; the order is part of what a provider caches. */
export const tools: readonly Tool[] = [readTool, editTool, writeTool, listTool, searchTool, shellTool];

/** The tools as a model is told of them. */
export const toolDefinitions: ToolDefinition[] = tools.map(({ name, description, fields }) => ({
  type: "function",
  name,
  description,
  inputSchema: inputSchema(fields) as ToolDefinition["inputSchema"],
}));

/** What models call them too. */
const otherNames: Record<string, string> = {
  bash: "shell",
  sh: "shell",
  run: "shell",
  exec: "shell",
  execute: "shell",
  terminal: "shell",
  runcommand: "shell",
  executebash: "shell",
  grep: "search",
  ripgrep: "search",
  rg: "search",
  ls: "list",
  glob: "list",
  listfiles: "list",
  listdir: "list",
  cat: "read",
  view: "read",
  readfile: "read",
  open: "read",
  writefile: "write",
  create: "write",
  createfile: "write",
  editfile: "edit",
  strreplace: "edit",
  replace: "edit",
};

/** A call that can be carried out, or what is wrong with it. */
export type ReadCall =
  | { ok: true; tool: Tool; input: ToolInput; values: Record<string, unknown> }
  | { ok: false; message: string };

/** Finds the tool of a call and checks its arguments, which are JSON text as the model wrote it. */
export function readCall(toolName: string, json: string): ReadCall {
  const tool = findTool(toolName);
  if (!tool) {
    const names = tools.map(({ name }) => name);
    const near = nearestName(toolName, names);
    const hint = near === undefined ? "" : ` Did you mean ${near}?`;
    return {
      ok: false,
      message: `There is no tool ${JSON.stringify(toolName.slice(0, 60))}; there are ${names.join(", ")}.${hint}`,
    };
  }
  let value: unknown;
  try {
    value = json.trim() === "" ? {} : JSON.parse(json);
    // Some models send the object as text in text.
    if (typeof value === "string") value = JSON.parse(value);
  } catch {
    return {
      ok: false,
      message: `The arguments of ${tool.name} are not complete JSON. Send the call again, with less in it if it was long.`,
    };
  }
  const check = checkInput(tool.fields, value);
  return check.ok ? { ok: true, tool, input: check.input, values: check.values } : check;
}

function findTool(toolName: string): Tool | undefined {
  const bare = bareName(toolName)
    .toLowerCase()
    .replaceAll(/[^a-z]/g, "")
    .replace(/tool$/, "");
  const name = Object.hasOwn(otherNames, bare) ? otherNames[bare] : bare;
  return tools.find((tool) => tool.name === name);
}
