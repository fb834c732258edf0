import { createHash } from "node:crypto";
import type { AgentFiles } from "./tools/agent-files.ts";
import { ToolError } from "./tools/tool-error.ts";

/** What a project says to agents. */
export interface ProjectNotes {
  name: string;
  text: string;
  /** Of the whole file. */
  sha256: string;
}

const names = ["AGENTS.md", "CLAUDE.md"];
const mostShown = 32 * 1024;
const mostRead = 1024 * 1024;

/** `AGENTS.md` at the top of the workspace, else `CLAUDE.md`, cut at 32 KiB; null when there is none. */
export async function readProjectNotes(files: AgentFiles): Promise<ProjectNotes | null> {
  for (const name of names) {
    try {
      if ((await files.facts(name)).kind !== "file") continue;
      const bytes = await files.read(name, mostRead);
      const text = bytes.subarray(0, mostShown).toString("utf8").trim();
      if (text === "") continue;
      return { name, text, sha256: createHash("sha256").update(bytes).digest("hex") };
    } catch (error) {
      if (!(error instanceof ToolError)) throw error;
    }
  }
  return null;
}
