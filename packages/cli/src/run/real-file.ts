import { createHash } from "node:crypto";
import { lstatSync, readFileSync, readlinkSync, type Stats } from "node:fs";

/** What stands at a path, as git would take it. */
export interface RealFile {
  mode: "100644" | "100755" | "120000";
  bytes: Buffer;
  /** When it was last changed in any way, in milliseconds; nobody can set it. */
  changedMs: number;
  permissions: number;
}

/** What stands at a path, no link followed; null when nothing does, `other` when git would not take it. */
export function realFile(path: string): RealFile | "other" | null {
  const facts = factsOf(path);
  if (!facts) return null;
  const more = { changedMs: facts.ctimeMs, permissions: facts.mode & 0o777 };
  if (facts.isSymbolicLink()) return { mode: "120000", bytes: readlinkSync(path, "buffer"), ...more };
  if (!facts.isFile()) return "other";
  return { mode: facts.mode & 0o100 ? "100755" : "100644", bytes: readFileSync(path), ...more };
}

/** The hash that git gives a content; by the length of another one it is told which kind. */
export function blobHash(bytes: Buffer, like: string): string {
  return createHash(like.length === 64 ? "sha256" : "sha1")
    .update(`blob ${bytes.length}\0`)
    .update(bytes)
    .digest("hex");
}

/** Facts of what stands at a path, no link followed; null when nothing does or can. */
export function factsOf(path: string): Stats | null {
  try {
    return lstatSync(path, { throwIfNoEntry: false }) ?? null;
  } catch {
    return null;
  }
}
