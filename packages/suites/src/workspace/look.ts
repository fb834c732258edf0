import { type BigIntStats, chmodSync, lstatSync, readdirSync } from "node:fs";
import { setImmediate as nextTurn } from "node:timers/promises";
import type { Entry } from "./workspace.ts";

/** Looks that are over in microseconds are made at once; now and then the others get their turn. */
export function turnTaker(mostMs = 10): () => Promise<void> {
  let since = performance.now();
  return async () => {
    if (performance.now() - since < mostMs) return;
    await nextTurn();
    since = performance.now();
  };
}

/** Facts of what stands at a path, no link followed; null when nothing does. */
export function lookAt(path: string | Buffer): BigIntStats | null {
  try {
    return lstatSync(path, { bigint: true, throwIfNoEntry: false }) ?? null;
  } catch {
    return null;
  }
}

/** Names in a folder; none when it cannot be read. */
export function namesIn(path: string): string[] {
  try {
    return readdirSync(path);
  } catch {
    return [];
  }
}

/** The same in a folder of ours, which is opened when it is closed to us. Never to be asked about a source. */
export function namesInOurs(path: string): string[] {
  try {
    return readdirSync(path);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "EACCES") return [];
    try {
      chmodSync(path, 0o700);
    } catch {}
    return namesIn(path);
  }
}

/** The facts that changes are told with. */
export function entryOf(facts: BigIntStats): Entry {
  if (facts.isFile()) {
    return { type: "file", size: Number(facts.size), executable: (facts.mode & 0o100n) !== 0n };
  }
  if (facts.isSymbolicLink()) return { type: "link", size: Number(facts.size), executable: false };
  return { type: facts.isDirectory() ? "folder" : "other", size: 0, executable: false };
}
