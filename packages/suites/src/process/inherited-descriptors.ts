import { readdirSync, readFileSync } from "node:fs";

const closesOnExec = 0o2000000;
const firstAbove = 3;

/**
 * The descriptors of this process, from 3 up, that every program it starts would get: those without the mark that
 * closes them. Node sets it on all that it opens, and on the first few that it was started with; one that a shell
 * opened with a high number (`exec 200>lock`) has none. Empty where the system does not tell: there the kernel closes
 * them by itself.
 */
export function inheritedDescriptors(): number[] {
  try {
    return readdirSync("/proc/self/fd")
      .map(Number)
      .filter((descriptor) => descriptor >= firstAbove && staysOpen(descriptor));
  } catch {
    return [];
  }
}

function staysOpen(descriptor: number): boolean {
  try {
    const flags = /^flags:\s*([0-7]+)$/m.exec(readFileSync(`/proc/self/fdinfo/${descriptor}`, "latin1"));
    return flags === null || (Number.parseInt(flags[1]!, 8) & closesOnExec) === 0;
  } catch {
    // Closed since the list was made: it was that of the list itself.
    return false;
  }
}
