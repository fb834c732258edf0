import { existsSync, mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { StorePathError } from "./errors/store-errors.ts";
import type { ImportingStore } from "./imported-run.ts";
import { createSqliteStore, type SqliteStoreOptions } from "./sqlite/sqlite-store.ts";

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
    mkdirSync(folder, { recursive: true });
    const ignore = join(folder, ".gitignore");
    if (!existsSync(ignore)) writeFileSync(ignore, "*\n");
  } catch (error) {
    // A project that can only be read may still have a store to be read.
    if (!existsSync(file)) throw new StorePathError(file, `${folder} cannot be made`, error);
  }
  return createSqliteStore(file, options);
}
