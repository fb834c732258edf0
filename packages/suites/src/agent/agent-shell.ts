/** How a command ended. Nothing that it started is alive by then, background processes included. */
export type ShellExit =
  | { kind: "exited"; exitCode: number }
  | { kind: "killed"; signal: string }
  | { kind: "timed-out" }
  /** The sandbox ended it, because it used more of this than it may: bytes, or processes. */
  | { kind: "limited"; limit: "memory" | "processes" | "output"; most?: number }
  /** The caller's signal ended it. */
  | { kind: "cancelled" };

/** How a command is run. */
export interface ShellOptions {
  /** A checked path within the workspace; the workspace itself when absent. */
  cwd?: string;
  /** Set besides what the sandbox gives to every command. */
  env?: Readonly<Record<string, string>>;
  /** Given on stdin, which is then closed; empty when absent. */
  stdin?: string;
  timeoutMs: number;
  signal?: AbortSignal;
  /** Told everything the command writes, in order, as it comes. */
  onOutput?: (chunk: Uint8Array, stream: "stdout" | "stderr") => void;
}

/** A folder that is not part of the workspace, writable by commands, gone after the case. */
export interface ScratchFolder {
  /** Where it is on this machine. What lies in it may have been put there by an agent. */
  path: string;
  /** Where commands see it. */
  inside: string;
}

/**
 * Runs shell lines in the sandbox of a case, in its workspace. Whatever a command does is told as its end; a rejection
 * means that the sandbox failed.
 */
export interface AgentShell {
  /** The path of the workspace as commands see it. */
  readonly workspace: string;
  /** The program that reads the lines, such as `bash`. */
  readonly program: string;
  readonly scratch: ScratchFolder;
  exec(line: string, options: ShellOptions): Promise<ShellExit>;
}
