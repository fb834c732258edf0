import { execFile } from "node:child_process";
import { mkdir, readFile } from "node:fs/promises";
import { delimiter, dirname, join } from "node:path";
import { promisify } from "node:util";
import { describe, expect, test } from "vitest";
import type { AgentCli } from "../../../src/adapters/agent-cli.ts";
import { agentsFolder } from "../../../src/adapters/agent-folder.ts";
import { type FindCliOptions, findCli } from "../../../src/adapters/find-cli.ts";
import { folderName, installLine } from "../../../src/adapters/install-line.ts";
import type { RealAgent } from "./agents.ts";

const run = promisify(execFile);

/** Agents are worth their download only to who asks: CI, or a person by this variable (`all`, or names with commas). */
const asked = process.env.X_REAL_AGENTS;
const inCi = Boolean(process.env.CI);

/** Was this agent asked for? In CI, where nothing is named, those of the list are. */
function isAsked({ name }: RealAgent, inCiAlways: readonly string[]): boolean {
  if (asked === "all") return true;
  if (asked !== undefined && asked !== "") return asked.split(",").includes(name);
  return inCiAlways.includes(name);
}

/** Names that were asked for and that no agent has: a slip, or an adapter that is not in the list yet. */
export function unknownNames(agents: readonly RealAgent[]): string[] {
  const names = (asked ?? "").split(",").filter((name) => name !== "" && name !== "all");
  return names.filter((name) => !agents.some((agent) => agent.name === name));
}

/** Nothing may be installed twice at a time. */
let installing: Promise<unknown> = Promise.resolve();

/**
 * Where the program of an agent is looked for: only in the folder for agents, since what a person has on the PATH may
 * be of any release. What npm does not have is nowhere but there.
 */
export function whereToFind({ npm }: Pick<AgentCli, "npm">): FindCliOptions {
  return npm === null ? {} : { env: { PATH: "" }, folder: agentsFolder() };
}

/**
 * Why an agent cannot be run here; null when it can. One that is missing, or of another release than its adapter was
 * tried with, is installed, outside of the repository, in CI or when it was named.
 */
async function missing({ name, cli }: RealAgent): Promise<string | null> {
  if (await isThere(cli)) return null;
  if (!inCi && !asked) return `not installed; X_REAL_AGENTS=${name} installs and tries it`;
  if (cli.npm === null) return "npm does not have it, and it is not on this machine";
  const installed = installing.then(async () => (await isThere(cli)) || (await install(cli)));
  installing = installed.catch(() => {});
  try {
    await installed;
    return (await isThere(cli)) ? null : "its package has no program for this machine";
  } catch (error) {
    return `it cannot be installed: ${(error as Error).message.slice(0, 500)}`;
  }
}

async function isThere(cli: RealAgent["cli"]): Promise<boolean> {
  if (!(await findCli(cli, whereToFind(cli)))) return false;
  if (cli.npm === null) return true;
  const { name, version } = cli.npm;
  const file = join(agentsFolder(), folderName(name), "node_modules", name, "package.json");
  return JSON.parse(await readFile(file, "utf8")).version === version;
}

/** Runs the line that users are told, under this Node: an older one would silently bring an older release. */
async function install(cli: RealAgent["cli"]): Promise<void> {
  await mkdir(agentsFolder(), { recursive: true });
  const path = [dirname(process.execPath), process.env.PATH].join(delimiter);
  await run("sh", ["-c", `${installLine(cli)} --no-audit --no-fund --loglevel=error`], {
    env: { ...process.env, PATH: path },
    timeout: 300_000,
  });
}

/**
 * Runs tests for each agent that is asked for, and gives the names of those that can run. One that cannot is a failure
 * in CI, and where it was asked for by its name; elsewhere it is skipped with its reason.
 */
export async function describeAgents(
  what: string,
  agents: readonly RealAgent[],
  inCiAlways: readonly string[],
  tests: (agent: RealAgent) => void,
): Promise<string[]> {
  const able: string[] = [];
  for (const agent of agents.filter((each) => isAsked(each, inCiAlways))) {
    const reason = await missing(agent);
    const title = `${what}: ${agent.name}`;
    if (reason === null) {
      able.push(agent.name);
      describe.concurrent(title, () => tests(agent));
    } else if (inCi || asked?.split(",").includes(agent.name)) test(title, () => expect(reason).toBeNull());
    else describe.skip(`${title} (${reason})`, () => tests(agent));
  }
  return able;
}
