import { compileGlob } from "../../expect/glob.ts";
import type { Tool } from "./tool.ts";
import { ToolError } from "./tool-error.ts";
import { walk } from "./walk.ts";

const mostEntries = 500;
/** More are read than shown, so that what is shown is sorted. */
const mostRead = 20_000;

/** Lists a folder, or finds files by a glob. */
export const listTool: Tool = {
  name: "list",
  description: `List a folder; with glob, find files below it by name (such as **/*.test.ts). At most ${mostEntries}.`,
  fields: {
    path: {
      type: "string",
      description: "Folder relative to the workspace; default: the workspace",
      aliases: ["dir", "directory", "folder", "dirpath"],
    },
    glob: { type: "string", description: "Pattern of paths, relative to the folder", aliases: ["pattern"] },
    limit: { type: "integer", description: "Number of entries", least: 1, most: mostEntries },
  },
  async run(input, { files, signal }) {
    const path = input.optionalText("path") ?? "";
    const limit = input.number("limit") ?? mostEntries;
    const glob = input.optionalText("glob");
    const names = glob === undefined ? await namesIn() : await namesBelow(glob);
    if (names.length === 0) {
      const text = glob === undefined ? "[the folder is empty]" : "[no file matches]";
      return { text, effect: "none" };
    }
    const more = names.length - limit;
    const note = more > 0 ? `\n[${more} more; list a folder below, or use glob]` : "";
    return { text: names.slice(0, limit).join("\n") + note, effect: "none" };

    async function namesIn(): Promise<string[]> {
      if ((await files.facts(path)).kind === "file")
        throw new ToolError(`${path} is a file; use read, or list the folder it is in.`);
      const entries = await files.list(path, mostRead);
      const marks = { folder: "/", link: "@", file: "", other: "" };
      return entries.map(({ name, kind }) => name + marks[kind]).sort();
    }

    async function namesBelow(pattern: string): Promise<string[]> {
      const check = compileGlob(pattern.replace(/^\.?\//, ""));
      if (!check.ok) throw new ToolError(`${check.message}.`);
      const found: string[] = [];
      for await (const file of walk(files, path, signal)) {
        const local = file.slice(base(files.locate(path)));
        const matches =
          check.matches(local) || (!pattern.includes("/") && check.matches(local.split("/").at(-1)!));
        if (matches) found.push(local);
        if (found.length >= mostRead) break;
      }
      return found.sort();
    }
  },
};

function base(folder: string): number {
  return folder === "" ? 0 : folder.length + 1;
}
