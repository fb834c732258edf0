import { existsSync, mkdirSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { StoreFullError, StorePathError } from "./errors/store-errors.ts";
import type { ImportingStore } from "./imported-run.ts";
import { createSqliteStore } from "./sqlite/sqlite-store.ts";
import type { SqliteStoreOptions } from "./sqlite/store-base.ts";

/**
 * The store of a project: `.x/x.db` in its folder, which must be there. The folder `.x` is made when missing, and git
 * ignores it.
 */
export function openStore(projectFolder: string, options?: SqliteStoreOptions): ImportingStore {
  const folder = join(projectFolder, ".x");
  const file = join(folder, "x.db");
  if (!existsSync(projectFolder))
    throw new StorePathError(file, `the project folder ${projectFolder} does not exist`);
  try {
    makeOwnFolder(projectFolder);
  } catch (error) {
    // A project that can only be read may still have a store to be read.
    if (!existsSync(file)) throw notMade(file, folder, error);
  }
  return createSqliteStore(file, options);
}

/** Makes the folder `.x` of a project, unless it is there; git ignores it. Tells where it is. */
export function makeOwnFolder(projectFolder: string): string {
  const folder = join(projectFolder, ".x");
  makeFolder(folder);
  const ignore = join(folder, ".gitignore");
  // On a full disk it can be made and nothing be written to it.
  if (!statSync(ignore, { throwIfNoEntry: false })?.size) writeFileSync(ignore, "*\n");
  return folder;
}

/** Not with `recursive`, which would not tell why it failed. */
function makeFolder(folder: string): void {
  try {
    mkdirSync(folder);
  } catch (error) {
    if (!statSync(folder, { throwIfNoEntry: false })?.isDirectory()) throw error;
  }
}

function notMade(file: string, folder: string, error: unknown): Error {
  const { code } = error as NodeJS.ErrnoException;
  if (code === "ENOSPC" || code === "EDQUOT") return new StoreFullError(file, error);
  return new StorePathError(file, `${folder} cannot be made${reasons[code ?? ""] ?? ""}`, error);
}

const reasons: Readonly<Record<string, string>> = {
  EROFS: ", for its file system is read-only",
  EACCES: ", for its folder may not be written",
  EPERM: ", for its folder may not be written",
};
