import { readFileSync, readlinkSync } from "node:fs";

/**
 * What tells a process from a later one with the same number, as far as this system says: `space` is the boot and
 * the pid namespace in which the number means something, `start` the time it started, in ticks since boot. Null where
 * there is no /proc, or no such process.
 */
export interface ProcessIdentity {
  space: string | null;
  start: string | null;
}

/** Identity of a process of this machine, as this process sees it. */
export function processIdentity(pid: number): ProcessIdentity {
  return { space: pidSpace(), start: startTime(pid) };
}

/**
 * Is the process known to be gone? Only a process of the same pid space can be known; a number that now belongs to a
 * process with another start time is gone.
 */
export function isProcessGone(pid: number, identity: ProcessIdentity): boolean {
  if (identity.space !== pidSpace()) return false;
  try {
    process.kill(pid, 0);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ESRCH") return true;
  }
  return identity.start !== null && startTime(pid) !== identity.start;
}

function pidSpace(): string | null {
  try {
    const boot = readFileSync("/proc/sys/kernel/random/boot_id", "utf8").trim();
    return `${boot} ${readlinkSync("/proc/self/ns/pid")}`;
  } catch {
    return null;
  }
}

function startTime(pid: number): string | null {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, "utf8");
    // The second field is the program's name in parentheses and may hold anything; the 22nd is the start time.
    const fields = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
    // A zombie holds nothing any more, though its number is still taken.
    return fields[0] === "Z" ? null : (fields[19] ?? null);
  } catch {
    return null;
  }
}
