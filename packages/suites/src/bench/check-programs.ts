import { delimiter } from "node:path";
import type { ShellProgram } from "../agent/sandbox-shell.ts";
import type { Sandbox, SandboxFolder } from "../sandbox/sandbox.ts";
import type { BenchAgent } from "./bench-agent.ts";
import { BenchConfigError } from "./check-bench.ts";

/** Where programs are looked for. */
export interface ProgramPlace {
  sandbox: Sandbox;
  /** An empty folder will do. */
  workspace: SandboxFolder;
  shell: ShellProgram;
  /** Variables that the cases of an agent pass through: they may hold a PATH. */
  envOf: (agent: BenchAgent) => Readonly<Record<string, string>>;
}

/**
 * Looks inside the sandbox for the programs that agents start. Throws a `BenchConfigError` for one that is not there:
 * no case could pass, and none would say why. What the sandbox cannot tell is left to the cases.
 */
export async function checkPrograms(agents: readonly BenchAgent[], place: ProgramPlace): Promise<void> {
  for (const bench of agents) {
    const { starts } = bench.agent;
    if (!starts) continue;
    const path = await searchedPath(starts, place, place.envOf(bench));
    if (path !== null) throw programMissing(bench.name, starts, place.sandbox.name, path);
  }
}

/** The PATH in which a program was not found; null when it was, or nobody knows. */
async function searchedPath(
  program: string,
  { sandbox, workspace, shell }: ProgramPlace,
  env: Readonly<Record<string, string>>,
): Promise<string | null> {
  const look = 'command -v "$0" > /dev/null || printf %s "$PATH"';
  const argv = [shell, ...(shell === "bash" ? ["--norc"] : []), "-c", look, program] as const;
  const exit = await sandbox.exec({ argv }, { workspace, env, limits: { timeMs: 10_000 } });
  return exit.ended === "itself" && exit.code === 0 && exit.stdout.text !== "" ? exit.stdout.text : null;
}

function programMissing(agent: string, program: string, sandbox: string, path: string): BenchConfigError {
  const folders = path.split(delimiter).join(", ");
  return new BenchConfigError(
    `The agent ${agent} cannot be started: there is no program ${program} inside the sandbox ${sandbox}, ` +
      `which looks in ${folders}. Install it there, give its whole path, or choose another agent. Nothing was run.`,
  );
}
