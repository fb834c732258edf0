import { randomUUID } from "node:crypto";
import type { Ending, Exit } from "../process/exit.ts";
import { ownMemory, processEntry } from "../process/process-table.ts";
import { joinedTree, markedTree, namespaceTree, type ProcessTree } from "../process/process-tree.ts";
import { runProcess } from "../process/run-process.ts";
import type { Cgroups, LimitGroup } from "./cgroups.ts";
import type { Enforcement, ExecOptions, SandboxLimits } from "./sandbox.ts";

/** The name that marks the processes of one run in their environment. */
const runMarker = "X_SANDBOX_RUN";

/** A command with a sandbox around it, ready to be started on the host. */
export interface GuardedCommand {
  argv: readonly [string, ...string[]];
  cwd?: string;
  /** Environment of the outermost process. */
  env: Readonly<Record<string, string>>;
  inputs?: readonly (string | Uint8Array)[];
  /** Processes and threads that the sandbox needs for itself. */
  overhead: number;
  /** What else belongs to the run than its pid namespace and what carries its mark; looked at all the time. */
  tree?: (pid: number) => ProcessTree;
}

/** Runs a sandboxed command under its limits: in a control group where there is one, else watched. */
export async function runGuarded(
  command: GuardedCommand,
  options: ExecOptions,
  enforces: Enforcement,
  cgroups: Cgroups | null,
): Promise<Exit> {
  const limits = options.limits ?? {};
  const group = await groupFor(limits, command.overhead, cgroups);
  if (group === "failed") return notStarted("no control group could be made for its limits");
  const mark = randomUUID();
  const marked = markedTree(`${runMarker}=${mark}`);
  let namespace: ProcessTree | null = null;
  try {
    const exit = await runProcess({
      argv: [...(group?.join ?? []), ...command.argv] as [string, ...string[]],
      cwd: command.cwd,
      env: { ...command.env, [runMarker]: mark },
      stdin: options.stdin,
      inputs: command.inputs,
      timeoutMs: limits.timeMs,
      keepBytes: limits.keepBytes,
      maxOutputBytes: limits.outputBytes,
      signal: options.signal,
      onOutput: options.onOutput,
      onReady(line) {
        if (line.startsWith("pid:") && enforces.tree) namespace = namespaceTree(line);
      },
      tree(pid) {
        const outer: ProcessTree = { alive: () => (processEntry(pid) ? [pid] : []) };
        const more = command.tree?.(pid);
        return {
          alive: () => joinedTree([outer, namespace ?? marked, ...(more ? [more] : [])]).alive(),
        };
      },
      watch: watcher(limits, command.overhead, enforces) ?? (command.tree ? () => null : undefined),
    });
    const oom = exit.oom ?? (await group?.ranOutOfMemory()) ?? null;
    const ended = oom && exit.ended === "itself" && exit.code !== 0 ? "memory" : exit.ended;
    return { ...exit, ended, oom };
  } finally {
    await group?.remove();
  }
}

async function groupFor(
  { memoryBytes, processes }: SandboxLimits,
  overhead: number,
  cgroups: Cgroups | null,
): Promise<LimitGroup | "failed" | null> {
  if (!cgroups || (memoryBytes === undefined && processes === undefined)) return null;
  const group = await cgroups.create({
    ...(memoryBytes === undefined ? {} : { memoryBytes }),
    ...(processes === undefined ? {} : { processes: processes + overhead }),
  });
  return group ?? "failed";
}

/** Looks after what the kernel does not. */
function watcher(limits: SandboxLimits, overhead: number, enforces: Enforcement) {
  const { memoryBytes, processes } = limits;
  const watchMemory = memoryBytes !== undefined && enforces.memory === "watched";
  const watchProcesses = processes !== undefined && enforces.processes === "watched";
  if (!watchMemory && !watchProcesses) return undefined;
  return (pids: readonly number[]): Ending | null => {
    if (watchProcesses && pids.length > processes + overhead) return "processes";
    if (!watchMemory) return null;
    const used = pids.reduce((sum, pid) => sum + ownMemory(pid), 0);
    return used > memoryBytes ? "memory" : null;
  };
}

/** The end of something that did not begin. */
export function notStarted(reason: string): Exit {
  const nothing = { text: "", bytes: 0, truncated: false };
  return {
    ended: "not-started",
    code: null,
    signal: null,
    timedOut: false,
    oom: null,
    stdout: nothing,
    stderr: nothing,
    durationMs: 0,
    alive: [],
    reason,
  };
}
