import { createHash } from "node:crypto";
import { accessSync, constants } from "node:fs";
import { delimiter, join } from "node:path";
import { installedAgents, parseAgentName } from "@flow-state-dev/suites";

/** What a worker must offer for the cells of an agent: the sandbox that was asked for, the agent's program, and more. */
export function needsOfAgent(
  name: string,
  { sandbox, needs = [] }: { sandbox?: string; needs?: readonly string[] },
): string[] {
  const parsed = parseAgentName(name);
  const program = parsed.ok && parsed.agent.kind === "cli" ? [parsed.agent.cli] : [];
  const box = sandbox === "docker" || sandbox === "podman" ? [sandbox] : [];
  return [...new Set([...box, ...program, ...needs])].sort();
}

/** The lane of cells that need this of a worker; empty for those that need nothing. */
export function laneOf(needs: readonly string[]): string {
  if (needs.length === 0) return "";
  return createHash("sha256").update(JSON.stringify(needs)).digest("hex").slice(0, 12);
}

/** What this machine offers by itself: container programs and agents that are installed, and what the user says. */
export async function offersOfMachine(env: NodeJS.ProcessEnv, more: readonly string[]): Promise<string[]> {
  const containers = ["docker", "podman"].filter((program) => isOnPath(program, env));
  const agents = await installedAgents({ env });
  return [...new Set([...containers, ...agents, ...more])].sort();
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
