import { FlowError } from "@flow-state-dev/core";
import type { Exit } from "../process/exit.ts";
import type { Network, Sandbox, SandboxFolder, SandboxLimits } from "../sandbox/sandbox.ts";
import { openRoot } from "../workspace/open-root.ts";
import type { AgentShell, ShellExit } from "./agent-shell.ts";

/** What the commands of one agent run in. */
export interface SandboxShellOptions {
  sandbox: Sandbox;
  workspace: SandboxFolder;
  /** An empty folder outside of the workspace, for this agent alone. */
  scratch: string;
  network: Network;
  /** For every command; the time is set by each. */
  limits?: Omit<SandboxLimits, "timeMs" | "keepBytes">;
  /** Further folders of the host that commands may read. */
  readable?: readonly string[];
  /** The shell inside, when it is known already; looked for when absent. */
  program?: ShellProgram;
}

/** A shell that lines can be given to. */
export type ShellProgram = "bash" | "sh";

/** A sandbox that could not run a command, or could not end it. */
export class SandboxFailedError extends FlowError {
  override readonly name = "SandboxFailedError";

  constructor(sandbox: string, problem: string) {
    super(`The sandbox ${sandbox} failed: ${problem}. Choose another with --sandbox, or run it again.`, {
      code: "sandbox-failed",
      retryable: true,
      details: { sandbox },
    });
  }
}

/** Without `--norc` bash takes a stdin that is a socket for a remote login, and runs the user's own settings first. */
const shells = { bash: ["bash", "--norc", "-c"], sh: ["sh", "-c"] } as const;
const inFolder = 'cd -- "$0" && eval "$1"';
/** Output is passed on as it comes, so little of it has to be kept. */
const keepBytes = 4_096;

/** The shell of an agent in a sandbox: bash when there is one inside, else sh. */
export async function openSandboxShell(options: SandboxShellOptions): Promise<AgentShell> {
  const { sandbox, workspace, scratch, network, limits, readable } = options;
  const run = (argv: readonly [string, ...string[]], more: Parameters<Sandbox["exec"]>[1]) =>
    sandbox.exec({ argv }, { network, ...(readable && { readable }), ...more, writable: [scratch] });
  const shell = shells[options.program ?? (await findShell(sandbox, workspace))];
  return {
    workspace: sandbox.workspacePath(workspace),
    program: shell[0],
    scratch: { path: scratch, inside: scratch },
    async exec(line, { cwd, env, stdin, timeoutMs, signal, onOutput }) {
      if (signal?.aborted) return { kind: "cancelled" };
      openRoot(workspace);
      const execOptions: Parameters<Sandbox["exec"]>[1] = {
        workspace,
        limits: { ...limits, timeMs: timeoutMs, keepBytes },
        ...(env && { env }),
        ...(stdin !== undefined && { stdin }),
        ...(signal && { signal }),
        ...(onOutput && { onOutput: (stream, chunk) => onOutput(chunk, stream) }),
      };
      const first = await run([...shell, line], { ...execOptions, ...(cwd !== undefined && { cwd }) });
      const failed = first.ended === "not-started" && cwd !== undefined && !signal?.aborted;
      // A folder that the agent itself has closed is its own affair: the shell tells it so.
      const exit = failed ? await run([...shell, inFolder, cwd, line], execOptions) : first;
      if (signal?.aborted && exit.ended === "not-started") return { kind: "cancelled" };
      checkStarted(sandbox, exit);
      return endOf(exit, limits);
    },
  };
}

/** Which shell there is inside a sandbox: the same for all of its commands. */
export async function findShell(sandbox: Sandbox, workspace: SandboxFolder): Promise<ShellProgram> {
  const probe = await sandbox.exec(
    { argv: ["sh", "-c", "command -v bash"] },
    { workspace, limits: { timeMs: 10_000, keepBytes } },
  );
  checkStarted(sandbox, probe);
  return probe.code === 0 ? "bash" : "sh";
}

function checkStarted({ name }: Sandbox, exit: Exit): void {
  if (exit.ended === "not-started")
    throw new SandboxFailedError(name, exit.reason ?? "a command could not be started");
  if (exit.alive.length > 0)
    throw new SandboxFailedError(name, `${exit.alive.length} processes could not be ended`);
}

function endOf({ ended, code, signal }: Exit, limits: SandboxShellOptions["limits"]): ShellExit {
  const limited = (limit: "memory" | "processes" | "output", most: number | undefined): ShellExit => ({
    ...{ kind: "limited", limit },
    ...(most !== undefined && { most }),
  });
  switch (ended) {
    case "timeout":
      return { kind: "timed-out" };
    case "abort":
      return { kind: "cancelled" };
    case "memory":
      return limited(ended, limits?.memoryBytes);
    case "processes":
      return limited(ended, limits?.processes);
    case "output":
      return limited(ended, limits?.outputBytes);
    default:
      return code === null
        ? { kind: "killed", signal: signal ?? "a signal" }
        : { kind: "exited", exitCode: code };
  }
}
