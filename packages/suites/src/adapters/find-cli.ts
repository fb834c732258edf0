import { constants } from "node:fs";
import { access, realpath, stat } from "node:fs/promises";
import { homedir } from "node:os";
import { delimiter, dirname, isAbsolute, join } from "node:path";
import { FlowError } from "@flow-state-dev/core";
import type { AgentCli } from "./agent-cli.ts";
import { agentsFolder, type PlaceVariables } from "./agent-folder.ts";
import { folderName, installLine } from "./install-line.ts";

/** A program of an agent on this machine. */
export interface CliInstallation {
  /** Absolute, all links followed. */
  path: string;
  /** `given` by the caller, on the user's `path`, or in the `folder` for agents. */
  from: "given" | "path" | "folder";
  /** What a sandbox must let it read. */
  readable: readonly string[];
}

/** Where to look. */
export interface FindCliOptions {
  /** A path of the program; nothing else is looked at then. */
  program?: string;
  /** Default: those of this process. */
  env?: PlaceVariables;
  /** Default: the user's folder for agents. */
  folder?: string;
}

/** An agent that is not on this machine. */
export class AgentMissingError extends FlowError {
  override readonly name = "AgentMissingError";

  constructor(cli: AgentCli, folder?: string) {
    const line = installLine(cli, folder);
    const next = line === null ? "Put its program on the PATH." : `Get it with: ${line}`;
    super(`The agent ${cli.name} is not installed here: there is no program ${cli.program}. ${next}`, {
      code: "agent-missing",
      details: { agent: cli.name },
    });
  }
}

/** Finds the program of an agent: the one given, else the user's own, else the one in the folder for agents. */
export async function findCli(cli: AgentCli, options: FindCliOptions = {}): Promise<CliInstallation | null> {
  const { program, env = process.env, folder = agentsFolder(env) } = options;
  if (program !== undefined) return installed(program, "given");
  if (cli.program === null) return null;
  for (const place of (env.PATH ?? "").split(delimiter).filter(isAbsolute)) {
    const found = await installed(join(place, cli.program), "path");
    if (found) return found;
  }
  if (cli.npm === null) return null;
  return installed(join(folder, folderName(cli.npm.name), "node_modules", ".bin", cli.program), "folder");
}

async function installed(path: string, from: CliInstallation["from"]): Promise<CliInstallation | null> {
  try {
    await access(path, constants.X_OK);
    const real = await realpath(path);
    if (!(await stat(real)).isFile()) return null;
    return { path: real, from, readable: [await readableFor(real)] };
  } catch {
    return null;
  }
}

/**
 * Packages find their parts among their neighbours, so that the outermost `node_modules` is needed, else its folder; of
 * one right in the home of the user, or above it, the program alone, for the neighbours there are the user's keys.
 */
async function readableFor(path: string): Promise<string> {
  const at = path.indexOf("/node_modules/");
  if (at !== -1) return path.slice(0, at + "/node_modules".length);
  const folder = dirname(path);
  const home = await realpath(homedir()).catch(() => homedir());
  return `${home}/`.startsWith(folder === "/" ? folder : `${folder}/`) ? path : folder;
}
