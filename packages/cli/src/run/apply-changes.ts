import { randomUUID } from "node:crypto";
import { chmodSync, mkdirSync, renameSync, rmdirSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { dirname, join, posix } from "node:path";
import type { FileChange } from "./check-patch.ts";

/**
 * Makes changes that were checked, all or none: when one fails, those before it are taken back and the error is thrown.
 * Each file takes its place in one step, so that nobody reads half of one.
 */
export function applyChanges(changes: readonly FileChange[], folder: string): void {
  const done: FileChange[] = [];
  const ordered = [
    ...changes.filter(({ after }) => after === null),
    ...changes.filter(({ after }) => after !== null),
  ];
  try {
    for (const change of ordered) {
      done.push(change);
      put(folder, change.path, change.after, change.before?.permissions);
    }
  } catch (error) {
    for (const change of done.reverse()) takeBack(change, folder);
    throw error;
  }
}

/** As far as it goes: what cannot be taken back must not keep the rest. */
function takeBack({ path, before }: FileChange, folder: string): void {
  try {
    put(folder, path, before, before?.permissions);
  } catch {}
}

function put(
  folder: string,
  path: string,
  file: { mode: string; bytes: Buffer } | null,
  permissions: number | undefined,
): void {
  const target = join(folder, path);
  if (file === null) {
    rmSync(target, { force: true });
    removeEmpty(folder, posix.dirname(path));
    return;
  }
  mkdirSync(dirname(target), { recursive: true });
  const beside = join(dirname(target), `.${randomUUID()}.part`);
  try {
    writeBeside(beside, file, permissions);
    renameSync(beside, target);
  } catch (error) {
    rmSync(beside, { force: true });
    throw error;
  }
}

function writeBeside(
  path: string,
  { mode, bytes }: { mode: string; bytes: Buffer },
  permissions: number | undefined,
): void {
  if (mode === "120000") {
    symlinkSync(bytes, path);
    return;
  }
  writeFileSync(path, bytes, { flag: "wx", mode: mode === "100755" ? 0o777 : 0o666 });
  // Who could read or write it before still can.
  if (permissions !== undefined) chmodSync(path, withMode(permissions, mode));
}

function withMode(permissions: number, mode: string): number {
  return mode === "100755" ? permissions | ((permissions & 0o444) >> 2) : permissions & ~0o111;
}

/** As git does: a folder whose last file is gone goes too. */
function removeEmpty(folder: string, path: string): void {
  for (let at = path; at !== "."; at = posix.dirname(at)) {
    try {
      rmdirSync(join(folder, at));
    } catch {
      return;
    }
  }
}
