import {
  chmodSync,
  closeSync,
  copyFileSync,
  lstatSync,
  openSync,
  readdirSync,
  realpathSync,
  renameSync,
  rmSync,
  statSync,
} from "node:fs";
import { basename, dirname, join } from "node:path";
import { isMakerGone, makerMark } from "@flow-state-dev/core";

/** A file on its way: what is written to `at` becomes the file that it is for once it is whole. */
export interface HalfFile {
  at: string;
  /** Puts it in place. Throws what the system says. */
  keep(): void;
  /** Removes what there is of it. */
  drop(): void;
}

/**
 * Begins a file beside the one that it is for, so that whoever is killed in the midst leaves the earlier one as it was.
 * What cannot be replaced (a device or pipe, a link that leads nowhere, a file of somebody else or of several names,
 * one in a folder that takes no other) is written where it stands.
 */
export function beginFile(path: string): HalfFile {
  const target = replaceable(path);
  const half = target === null ? null : beside(target);
  if (target === null || half === null)
    return { at: path, keep() {}, drop: () => isFile(path) && rmSync(path, { force: true }) };
  const drop = () => rmSync(half, { force: true });
  return {
    at: half,
    keep() {
      try {
        renameSync(half, target);
      } catch {
        // One that is mounted by itself can be written, but not replaced.
        copyFileSync(half, target);
        drop();
      }
    },
    drop,
  };
}

/** Removes what processes of this machine that are gone left of a file. Never throws. */
export function dropHalves(path: string): void {
  try {
    const target = replaceable(path);
    if (target === null) return;
    for (const name of readdirSync(dirname(target))) {
      if (!name.startsWith(beginningOf(target)) || !name.endsWith(ending)) continue;
      const mark = name.slice(beginningOf(target).length, -ending.length);
      if (isMakerGone(mark)) rmSync(join(dirname(target), name), { force: true });
    }
  } catch {
    // Whoever tries to write it says why that cannot be.
  }
}

const ending = ".half";

/** Names may be as long as the system takes, and this one is longer. */
function beginningOf(target: string): string {
  return `.${basename(target).slice(0, 50)}.`;
}

/** The file that a path leads to, there already or not; null when it has to be written where it stands. */
function replaceable(path: string): string | null {
  if (!lstatSync(path, { throwIfNoEntry: false })) return path;
  const there = statSync(path, { throwIfNoEntry: false });
  const isOwn = there && (process.getuid === undefined || there.uid === process.getuid());
  return there?.isFile() && there.nlink === 1 && isOwn ? realpathSync(path) : null;
}

/** Makes an empty file beside another, open to the same people. Null where none can be made. */
function beside(target: string): string | null {
  const half = join(dirname(target), `${beginningOf(target)}${makerMark}${ending}`);
  try {
    rmSync(half, { force: true });
    closeSync(openSync(half, "wx"));
    const there = statSync(target, { throwIfNoEntry: false });
    if (there) chmodSync(half, there.mode);
    return half;
  } catch {
    return null;
  }
}

function isFile(path: string): boolean {
  return statSync(path, { throwIfNoEntry: false })?.isFile() ?? false;
}
