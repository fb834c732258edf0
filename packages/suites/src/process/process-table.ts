import { closeSync, openSync, readdirSync, readlinkSync, readSync } from "node:fs";

/** One line of the process table. Zombies are dead and not in it. */
export interface ProcessEntry {
  pid: number;
  parent: number;
  group: number;
  session: number;
  /** In ticks since boot; with the pid it names a process for good. */
  started: number;
}

/**
 * What is read goes here first: `/proc` tells no sizes, and a large buffer for each of its files is most of the work.
 */
let room = Buffer.allocUnsafeSlow(1 << 16);

/** All processes of this machine that can be seen; empty where there is no `/proc`. */
export function processTable(): ProcessEntry[] {
  const entries: ProcessEntry[] = [];
  for (const pid of processIds()) {
    const entry = processEntry(pid);
    if (entry) entries.push(entry);
  }
  return entries;
}

/** Processes whose parent is the main thread of this one; empty where the kernel does not tell. */
export function childrenOf(pid: number): number[] {
  const ids = readOrNull(`/proc/${pid}/task/${pid}/children`)?.trim();
  return ids ? ids.split(" ").map(Number) : [];
}

/** All process ids of this machine that can be seen. */
export function processIds(): number[] {
  try {
    return readdirSync("/proc").flatMap((name) => (/^\d+$/.test(name) ? [Number(name)] : []));
  } catch {
    return [];
  }
}

/** One process; null when it is dead, a zombie or not to be seen. */
export function processEntry(pid: number): ProcessEntry | null {
  const stat = readOrNull(`/proc/${pid}/stat`);
  if (stat === null) return null;
  // The name in brackets may hold anything, brackets too.
  const fields = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
  if (fields[0] === "Z" || fields[0] === "X") return null;
  return {
    pid,
    parent: Number(fields[1]),
    group: Number(fields[2]),
    session: Number(fields[3]),
    started: Number(fields[19]),
  };
}

/** A file that the kernel has of a process; null when it is dead or not ours to ask. */
export function readOfProcess(pid: number, name: "statm" | "status" | "smaps_rollup"): string | null {
  return readOrNull(`/proc/${pid}/${name}`);
}

/** Threads that a user runs on this machine. */
export function threadsOf(user: number): number {
  return processIds().reduce((sum, pid) => {
    const status = readOrNull(`/proc/${pid}/status`) ?? "";
    if (Number(/^Uid:\t(\d+)/m.exec(status)?.[1]) !== user) return sum;
    return sum + Number(/^Threads:\t(\d+)/m.exec(status)?.[1] ?? 1);
  }, 0);
}

/** Is it there, and no zombie? Where there is no `/proc`, a zombie counts as alive. */
export function isAlive(pid: number): boolean {
  if (process.platform === "linux") return processEntry(pid) !== null;
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}

/** The pid namespace a process is in, as the kernel names it; null when it is dead or not ours to ask. */
export function pidNamespaceOf(pid: number | "self"): string | null {
  try {
    return readlinkSync(`/proc/${pid}/ns/pid`);
  } catch {
    return null;
  }
}

/** Filters of system calls that a process is under; null when it is dead or the kernel does not tell. */
export function callFiltersOf(pid: number | "self"): number | null {
  const count = /^Seccomp_filters:\t(\d+)/m.exec(readOrNull(`/proc/${pid}/status`) ?? "")?.[1];
  return count === undefined ? null : Number(count);
}

/** Was the process started with this `NAME=value` in its environment? */
export function hasInEnvironment(pid: number, assignment: string): boolean {
  const environment = readOrNull(`/proc/${pid}/environ`);
  return environment !== null && `\0${environment}`.includes(`\0${assignment}\0`);
}

function readOrNull(path: string): string | null {
  let file: number | null = null;
  try {
    file = openSync(path, "r");
    let length = 0;
    for (;;) {
      if (length === room.length) room = Buffer.concat([room], 2 * room.length);
      const read = readSync(file, room, length, room.length - length, null);
      if (read === 0) return room.toString("latin1", 0, length);
      length += read;
    }
  } catch {
    return null;
  } finally {
    if (file !== null) closeSync(file);
  }
}
