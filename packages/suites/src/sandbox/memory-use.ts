import { type StatsFs, statfsSync, statSync } from "node:fs";
import { mappedMemory, residentMemory, sharesOfMemory } from "../process/process-memory.ts";

/** What a command and the file systems in memory around it hold, looked at again and again. */
export interface MemoryUse {
  /** Is it more than the limit? Asked with the processes that are alive. */
  isOver(pids: readonly number[], limitBytes: number): boolean;
}

/** As statfs tells it. */
const tmpfs = 0x01021994;
/** The exact look takes milliseconds for each gigabyte: so many times as long nobody takes another. */
const restFactor = 20;

/**
 * Looks at three figures, each dearer than the one before and only when that one is over the limit: what is resident,
 * what is mapped and no file, and the part of it that each process has in what it shares. Of what is shared and what is
 * in the spaces the larger counts, for a file of a space that is mapped is in both. What no process maps and no space
 * shows, such as a memfd that is only written, is not seen.
 *
 * @param spaces paths of file systems in memory, as the command sees them
 * @param first a process that sees them there; null while there is none
 */
export function memoryUse(spaces: readonly string[], first: () => number | null): MemoryUse {
  let restUntil = 0;
  let found: string[] | null = null;
  const inSpaces = () => {
    const pid = first();
    if (pid === null) return 0;
    found ??= spacesOf(pid, spaces);
    return found.reduce((sum, path) => sum + usedIn(path), 0);
  };
  return {
    isOver(pids, limitBytes) {
      const stored = inSpaces();
      if (stored > limitBytes) return true;
      if (stored + sumOf(pids, residentMemory) <= limitBytes) return false;
      const mapped = pids.map(mappedMemory);
      const together = (all: readonly { own: number; shared: number }[]) =>
        sumOf(all, ({ own }) => own) +
        Math.max(
          stored,
          sumOf(all, ({ shared }) => shared),
        );
      if (together(mapped) <= limitBytes) return false;
      const began = performance.now();
      if (began < restUntil) return false;
      // Where the kernel does not tell the parts, what is private counts as before and what is shared not at all.
      const isOver =
        together(pids.map((pid, at) => sharesOfMemory(pid) ?? { own: mapped[at]!.own, shared: 0 })) >
        limitBytes;
      restUntil = performance.now() + restFactor * (performance.now() - began);
      return isOver;
    },
  };
}

function sumOf<T>(all: readonly T[], of: (each: T) => number): number {
  return all.reduce((sum, each) => sum + of(each), 0);
}

/**
 * Each file system in memory once, by a path to it from outside. None of another kind, nor what may not be looked at.
 */
function spacesOf(pid: number, paths: readonly string[]): string[] {
  const devices = new Map<number, string>();
  for (const path of paths) {
    const outside = `/proc/${pid}/root${path}`;
    try {
      if (statfsSync(outside).type === tmpfs) devices.set(statSync(outside).dev, outside);
    } catch {}
  }
  return [...devices.values()];
}

/** Bytes; 0 when the process is gone through which it was seen. */
function usedIn(path: string): number {
  try {
    const { blocks, bfree, bsize }: StatsFs = statfsSync(path);
    return (blocks - bfree) * bsize;
  } catch {
    return 0;
  }
}
