import type { Command } from "../process/command.ts";
import type { Exit } from "../process/exit.ts";

/** Where commands run, and what they cannot do there. The whole process tree dies with the command. */
export interface Sandbox {
  /** `bubblewrap`, `unshare`, `docker`, `podman` or `host`. */
  readonly name: string;
  /** What this sandbox holds a command to on this machine; what it does not, results should tell. */
  readonly enforces: Enforcement;
  /** Can a folder be used that only exists behind an entrance (an overlay in a namespace of its own)? */
  readonly entersNamespaces: boolean;
  /** Where the workspace is for the commands inside. */
  workspacePath(workspace: SandboxFolder): string;
  /** Tries for real whether it works here. */
  available(): Promise<Availability>;
  /** Runs a command to its end. Rejects only for programming errors: what the command or the machine does is data. */
  exec(command: Command, options: ExecOptions): Promise<Exit>;
}

/** Does a sandbox work on this machine? */
export type Availability = { ok: true; version?: string } | { ok: false; reason: string };

/** How a limit on the whole tree is held: by the kernel; by looking every 50 ms and ending the tree; or not at all. */
export type LimitGuard = "tree" | "watched" | "none";

/** What a sandbox holds a command to. */
export interface Enforcement {
  /** Every descendant dies, also one that left its group, session and parent and cleared its environment. */
  tree: boolean;
  /** `none` and `gateway` are kept; the loopback of the host cannot be reached either. */
  network: boolean;
  /** Only the workspace can be written; home, keys, other workspaces and other processes cannot be seen. */
  files: boolean;
  /** Keys that the kernel holds for the user, and notes left there by other commands, cannot be read. */
  keyring: boolean;
  memory: LimitGuard;
  processes: LimitGuard;
  fileSize: boolean;
}

/** A folder that a command works in. A `Workspace` is one. */
export interface SandboxFolder {
  /** Its path for this process. */
  readonly path: string;
  /** Set when the folder is only there inside a namespace: how to get in, and its path there. */
  readonly entrance?: Entrance;
}

/** The way into the namespaces in which a folder is mounted. */
export interface Entrance {
  /** Put before a command, runs it inside. */
  readonly argv: readonly string[];
  readonly path: string;
}

/** What a command may use. Anything left out has no limit but the machine's. */
export interface SandboxLimits {
  /** Wall time in milliseconds. */
  timeMs?: number;
  /** Bytes of memory. */
  memoryBytes?: number;
  /** Processes and threads at one time, at least 1; what the sandbox needs for itself comes on top. */
  processes?: number;
  /** Bytes of the largest file it may write. */
  fileBytes?: number;
  /** Bytes of stdout and stderr together after which it is ended. */
  outputBytes?: number;
  /** Bytes kept of each stream, half from its beginning and half from its end. Default 1 MiB. */
  keepBytes?: number;
}

/** What a command may reach. Loopback of its own is always there. */
export type Network =
  | { kind: "none" }
  /** Only the gateway: `127.0.0.1:port` inside leads to the Unix socket outside. */
  | { kind: "gateway"; gateway: SandboxGateway }
  /** Everything; in a container, whose loopback is not the host's, the gateway too. */
  | { kind: "full"; gateway?: SandboxGateway };

/** A server that commands may reach. It listens on both, so its address is the same in every sandbox. */
export interface SandboxGateway {
  /** Absolute path of its Unix socket. */
  socket: string;
  /** Its port on 127.0.0.1, used inside too. */
  port: number;
}

/** How a command is run. */
export interface ExecOptions {
  workspace: SandboxFolder;
  /** Relative to the workspace. Default: the workspace itself. */
  cwd?: string;
  /** Variables the command gets besides PATH, HOME, TMPDIR, LANG, TERM and EMAIL; nothing is inherited. */
  env?: Readonly<Record<string, string>>;
  limits?: SandboxLimits;
  /** Default: none. */
  network?: Network;
  /** Default: nothing, and closed. */
  stdin?: string | Uint8Array;
  signal?: AbortSignal;
  onOutput?: (stream: "stdout" | "stderr", chunk: Buffer) => void;
  /** Further folders of the host that it may read, at the same path. */
  readable?: readonly string[];
  /**
   * Files and folders of the host, by their real paths, that it must not see though what is around them is shown, as
   * programs in `/usr` are; what of them is `readable` or `writable` is seen.
   */
  hidden?: readonly string[];
  /** Further folders or files of the host that it may read and write, at the same path. */
  writable?: readonly string[];
}
