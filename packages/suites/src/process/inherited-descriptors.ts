import { readdirSync, readFileSync } from "node:fs";

const closesOnExec = 0o2000000;
const firstAbove = 3;

/**
 * Numbers that were seen with the mark. Node gives it to all that it opens, so such a number is not looked at again.
 */
const marked = new Set<number>();

/**
 * The descriptors of this process, from 3 up, that every program it starts would get: those without the mark that
 * closes them. Node sets it on all that it opens, and on the first few that it was started with; one that a shell
 * opened with a high number (`exec 200>lock`) has none. Empty where the system does not tell: there it closes them by
 * itself.
 */
export function inheritedDescriptors(): number[] {
  let numbers: number[];
  try {
    numbers = readdirSync("/proc/self/fd").map(Number);
  } catch {
    return [];
  }
  return numbers.filter((each) => each >= firstAbove && !marked.has(each) && staysOpen(each));
}

function staysOpen(descriptor: number): boolean {
  let flags: RegExpExecArray | null;
  try {
    flags = /^flags:\s*([0-7]+)$/m.exec(readFileSync(`/proc/self/fdinfo/${descriptor}`, "latin1"));
  } catch {
    // Closed since the list was made: it was that of the list itself.
    return false;
  }
  if (flags === null || (Number.parseInt(flags[1]!, 8) & closesOnExec) === 0) return true;
  marked.add(descriptor);
  return false;
}
