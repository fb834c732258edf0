import { execFile } from "node:child_process";
import { createHash } from "node:crypto";
import { accessSync, constants } from "node:fs";
import { delimiter, join } from "node:path";
import { installedAgents, parseAgentName } from "@flow-state-dev/suites";

/**
 * What a worker must offer for the cells of an agent: the sandbox that was asked for, the agent's program, and more.
 */
export function needsOfAgent(
  name: string,
  { sandbox, needs = [] }: { sandbox?: string; needs?: readonly string[] },
): string[] {
  const parsed = parseAgentName(name);
  const program = parsed.ok && parsed.agent.kind === "cli" ? [parsed.agent.cli] : [];
  const box = /^(docker|podman)(?=:|$)/.exec(sandbox ?? "")?.slice(0, 1) ?? [];
  return [...new Set([...box, ...program, ...needs])].sort();
}

/** The lane of cells that need this of a worker; empty for those that need nothing. */
export function laneOf(needs: readonly string[]): string {
  if (needs.length === 0) return "";
  return createHash("sha256").update(JSON.stringify(needs)).digest("hex").slice(0, 12);
}

/** What this machine offers by itself: container programs that answer, installed agents, and what the user says. */
export async function offersOfMachine(env: NodeJS.ProcessEnv, more: readonly string[]): Promise<string[]> {
  const containers: string[] = [];
  for (const program of ["docker", "podman"])
    if (isOnPath(program, env) && (await answers(program, env))) containers.push(program);
  const agents = await installedAgents({ env });
  return [...new Set([...containers, ...agents, ...more])].sort();
}

const answerMs = 5_000;

/** Whether a container program works: a Docker whose service does not run is installed and runs nothing. */
function answers(program: string, env: NodeJS.ProcessEnv): Promise<boolean> {
  return new Promise((resolve) => {
    execFile(program, ["version"], { env, timeout: answerMs }, (error) => resolve(error === null));
  });
}

function isOnPath(program: string, { PATH = "" }: NodeJS.ProcessEnv): boolean {
  return PATH.split(delimiter).some((folder) => {
    try {
      accessSync(join(folder, program), constants.X_OK);
      return true;
    } catch {
      return false;
    }
  });
}
