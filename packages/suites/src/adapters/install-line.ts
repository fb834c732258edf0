import { join } from "node:path";
import { shellQuote } from "../text/shell-quote.ts";
import type { AgentCli } from "./agent-cli.ts";
import { agentsFolder } from "./agent-folder.ts";

/** The line that installs an agent into its own folder, for a shell; null when npm does not have it. */
export function installLine({ npm }: AgentCli, folder: string = agentsFolder()): string | null {
  if (npm === null) return null;
  const prefix = join(folder, folderName(npm.name));
  return `npm install --prefix ${shellQuote(prefix)} ${npm.name}@${npm.version}`;
}

/** The folder of a package among those of agents. */
export function folderName(packageName: string): string {
  return packageName.replace(/^@/, "").replaceAll("/", "-");
}
