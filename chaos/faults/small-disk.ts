import { execFileSync } from "node:child_process";
import { closeSync, mkdirSync, mkdtempSync, openSync, rmdirSync, rmSync, writeSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

/** A disk in memory that can be full for a while. */
export interface SmallDisk extends Disposable {
  path: string;
  /** Leaves no room on it. */
  fill(): void;
  /** Gives the room back. */
  free(): void;
}

const mounted = new Set<string>();
const megabyte = 1024 * 1024;

/** Can disks be mounted here? Only root can, and only on Linux. */
export function canMount(): boolean {
  if (process.platform !== "linux" || process.getuid?.() !== 0) return false;
  const folder = mkdtempSync(join(tmpdir(), "chaos-mount-"));
  try {
    mountSmallDisk(folder, 1)[Symbol.dispose]();
    return true;
  } catch {
    return false;
  } finally {
    rmdirSync(folder);
  }
}

/** Mounts a disk of so many megabytes over a folder, which is made when missing. */
export function mountSmallDisk(path: string, megabytes: number): SmallDisk {
  mkdirSync(path, { recursive: true });
  execFileSync("mount", ["-t", "tmpfs", "-o", `size=${megabytes}m,mode=700`, "chaos", path], {
    stdio: "pipe",
  });
  mounted.add(path);
  const ballast = join(path, "ballast");
  return {
    path,
    fill() {
      const file = openSync(ballast, "a");
      try {
        for (let size = megabyte; size >= 1; ) {
          try {
            writeSync(file, Buffer.alloc(size));
          } catch {
            size = Math.floor(size / 16);
          }
        }
      } finally {
        closeSync(file);
      }
    },
    free: () => rmSync(ballast, { force: true }),
    [Symbol.dispose]: () => unmount(path),
  };
}

/** Takes away every disk that is still mounted. */
export function unmountAll(): void {
  for (const path of mounted) unmount(path);
}

function unmount(path: string): void {
  if (!mounted.delete(path)) return;
  // Lazily: a process that is about to end may still stand on it.
  execFileSync("umount", ["-l", path], { stdio: "pipe" });
}
