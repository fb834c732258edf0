import { randomUUID } from "node:crypto";
import { setTimeout as wait } from "node:timers/promises";
import type { Ending, Exit } from "../process/exit.ts";
import { type HeldNamespace, holdNamespace } from "../process/held-namespace.ts";
import { pidNamespaceOf } from "../process/process-table.ts";
import { joinedTree, markedTree, type ProcessTree, singleTree } from "../process/process-tree.ts";
import { runProcess } from "../process/run-process.ts";
import type { Cgroups, LimitGroup } from "./cgroups.ts";
import { memoryUse } from "./memory-use.ts";
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
  /** Where its pid namespace has file systems in memory, as the command sees them. Default: nowhere. */
  spaces?: readonly string[];
  /** What else belongs to the run than its pid namespace and what carries its mark; looked at all the time. */
  tree?: (pid: number) => ProcessTree;
  /**
   * Would process 1 of the pid namespace, by its id outside, end with its parent by now? The command begins when it
   * would. Left out when it would before it can say that it is there.
   */
  bound?: (first: number) => boolean;
}

/** Longer than it takes on a machine with too much to do. Then the command begins all the same. */
const boundWithinMs = 2000;

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
  let outermost = 0;
  let namespace: HeldNamespace | null = null;
  try {
    const exit = await runProcess({
      argv: [...(group?.join ?? []), ...command.argv] as [string, ...string[]],
      cwd: command.cwd,
      env: { ...command.env, [runMarker]: mark },
      stdin: options.stdin,
      openable: true,
      inputs: command.inputs,
      timeoutMs: limits.timeMs,
      keepBytes: limits.keepBytes,
      maxOutputBytes: limits.outputBytes,
      signal: options.signal,
      onOutput: options.onOutput,
      async onReady(line) {
        // Never our own: everybody in the namespace of a run is ended with it.
        if (!enforces.tree || !line.startsWith("pid:") || line === pidNamespaceOf("self")) return;
        namespace = holdNamespace(line, outermost);
        if (namespace && command.bound) await untilBound(namespace.first, command.bound);
      },
      tree(pid) {
        outermost = pid;
        const outer = singleTree(pid);
        const more = command.tree?.(pid);
        return {
          alive: () => joinedTree([outer, namespace ?? marked, ...(more ? [more] : [])]).alive(),
        };
      },
      watch:
        watcher(limits, command, enforces, () => namespace?.first ?? null) ??
        (command.tree ? () => null : undefined),
    });
    const oom = exit.oom ?? (await group?.ranOutOfMemory()) ?? null;
    const ended = oom && exit.ended === "itself" && exit.code !== 0 ? "memory" : exit.ended;
    return { ...exit, ended, oom };
  } finally {
    (namespace as HeldNamespace | null)?.close();
    await group?.remove();
  }
}

/** Killed in the moment before it is bound, its parent would leave it behind for good. */
async function untilBound(first: number, bound: (first: number) => boolean): Promise<void> {
  const end = performance.now() + boundWithinMs;
  while (!bound(first) && performance.now() < end) await wait(1);
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
function watcher(
  limits: SandboxLimits,
  { overhead, spaces = [] }: GuardedCommand,
  enforces: Enforcement,
  first: () => number | null,
) {
  const { memoryBytes, processes } = limits;
  const watchMemory = memoryBytes !== undefined && enforces.memory === "watched";
  const watchProcesses = processes !== undefined && enforces.processes === "watched";
  if (!watchMemory && !watchProcesses) return undefined;
  const memory = memoryUse(spaces, first);
  return (pids: readonly number[]): Ending | null => {
    if (watchProcesses && pids.length > processes + overhead) return "processes";
    return watchMemory && memory.isOver(pids, memoryBytes) ? "memory" : null;
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
