import type { WireName } from "../gateway/wires/wire-name.ts";
import { type AgentCli, triedVersion } from "./agent-cli.ts";
import { agentsFolder } from "./agent-folder.ts";
import { cliVersion } from "./cli-version.ts";
import { type CliInstallation, type FindCliOptions, findCli } from "./find-cli.ts";
import { installLine } from "./install-line.ts";
import { knownClis } from "./known-clis.ts";

/** One agent, and whether it is here. */
export interface ListedAgent {
  name: string;
  title: string;
  program: string | null;
  /** Null: it is not on this machine. */
  installed: CliInstallation | null;
  /** What the program says itself; null when it is not here or does not say. */
  version: string | null;
  /** What the program says whose release its adapter was tried with. */
  triedVersion: string | null;
  /** A line for the shell; null when npm does not have it. */
  install: string | null;
  wires: readonly WireName[];
  /** The variable in which its users keep their key. */
  keyVariable: string | null;
}

/** Names of the agents that are installed here. Starts none of them. */
export async function installedAgents(
  options: Omit<FindCliOptions, "program"> & { clis?: readonly AgentCli[] } = {},
): Promise<string[]> {
  const { clis = knownClis, env = process.env, folder = agentsFolder(env) } = options;
  const found = await Promise.all(clis.map((cli) => findCli(cli, { env, folder })));
  return clis.filter((_, index) => found[index]).map(({ name }) => name);
}

/**
 * All agents that have an adapter, what is here of them, and how to get the rest. Starts each one to ask its version.
 */
export async function listAgents(
  options: Omit<FindCliOptions, "program"> & { clis?: readonly AgentCli[] } = {},
): Promise<ListedAgent[]> {
  const { clis = knownClis, env = process.env, folder = agentsFolder(env) } = options;
  return Promise.all(
    clis.map(async (cli) => {
      const { name, title, program, wires, keyVariable } = cli;
      const installed = await findCli(cli, { env, folder });
      return {
        ...{ name, title, program, wires, keyVariable, installed },
        version: installed && (await cliVersion(installed.path)),
        triedVersion: triedVersion(cli),
        install: installLine(cli, folder),
      };
    }),
  );
}
