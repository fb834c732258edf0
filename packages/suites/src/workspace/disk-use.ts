import { lstat, opendir, statfs } from "node:fs/promises";
import { openClosed } from "./open-closed.ts";
import { runTool } from "./run-tool.ts";

/** What something takes of a disk, or what is left of one. */
export interface DiskUse {
  bytes: number;
  /** Files, folders and links: a disk can run out of these too. */
  entries: number;
}

/**
 * What is left on the file system of a folder. One that does not count entries has more than enough. Rejects when it
 * is gone.
 */
export async function diskLeft(folder: string): Promise<DiskUse> {
  const { bavail, bsize, files, ffree } = await statfs(folder);
  return { bytes: bavail * bsize, entries: files > 0 ? ffree : Number.MAX_SAFE_INTEGER };
}

/**
 * What a folder takes of its disk with all that is in it: blocks, not lengths, so that holes do not count, and a file
 * with several names once. Null when it cannot be told.
 *
 * @param open open what was closed to us first: only when nobody works in it any more
 */
export async function diskUseOf(folder: string, open = false): Promise<DiskUse | null> {
  const few = await useOfFew(folder);
  if (few || process.platform === "win32") return few;
  if (open) await openClosed(folder);
  const kilobytes = await sumOf(["-k"], folder);
  if (kilobytes === null) return null;
  return { bytes: kilobytes * 1024, entries: (await sumOf(["--inodes"], folder)) ?? 0 };
}

/** To look at so many oneself is quicker than to start a tool. */
const mostFew = 500;

/**
 * Null when there are many, which are not listed to their end, or when one of them cannot be looked at: it is closed,
 * too deep, or just gone.
 */
async function useOfFew(folder: string): Promise<DiskUse | null> {
  const use = { bytes: 0, entries: 0 };
  const several = new Set<number>();
  let [found, level] = [1, [folder]];
  try {
    while (level.length > 0) {
      const paths = level;
      level = [];
      for (const [at, facts] of (await Promise.all(paths.map((path) => lstat(path)))).entries()) {
        if (facts.isDirectory())
          for await (const { name } of await opendir(paths[at]!)) {
            found += 1;
            if (found > mostFew) return null;
            level.push(`${paths[at]}/${name}`);
          }
        else if (facts.nlink > 1) {
          if (several.has(facts.ino)) continue;
          several.add(facts.ino);
        }
        use.bytes += facts.blocks * 512;
        use.entries += 1;
      }
    }
    return use;
  } catch {
    return null;
  }
}

/** What vanishes meanwhile makes it complain, but it still tells its sum. */
async function sumOf(unit: readonly string[], folder: string): Promise<number | null> {
  const { stdout } = await runTool(["du", "-s", "-x", ...unit, "--", folder], { keepBytes: 64 * 1024 });
  const told = /^(\d+)\s/.exec(stdout.text);
  return told && Number(told[1]);
}

/** What one thing takes more than another; nothing is less than none. */
export function moreThan(now: DiskUse, before: DiskUse): DiskUse {
  return {
    bytes: Math.max(0, now.bytes - before.bytes),
    entries: Math.max(0, now.entries - before.entries),
  };
}

/** The sum of what several things take. */
export function together(uses: readonly DiskUse[]): DiskUse {
  const sum = (what: keyof DiskUse) => uses.reduce((all, use) => all + use[what], 0);
  return { bytes: sum("bytes"), entries: sum("entries") };
}
