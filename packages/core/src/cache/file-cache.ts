import { createHash } from "node:crypto";
import { mkdir, readFile, rename, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { isCacheEntry } from "./cache-entry.ts";
import type { ResponseCache } from "./response-cache.ts";
import { removeUnfinished, unfinishedName } from "./unfinished-entries.ts";

/** How a file cache reports. */
export interface FileCacheOptions {
  /** Told of each entry that could not be read; a process warning when absent. */
  onWarning?: (message: string) => void;
}

/**
 * A cache in a folder: one JSON file an entry, in subfolders by the first two digits of its key. An entry is there
 * whole or not at all, also with several processes at work; one that was damaged counts as missing. What a process that
 * was killed left half written goes away when the folder is next used.
 */
export function createFileCache(folder: string, options: FileCacheOptions = {}): ResponseCache {
  const warn = options.onWarning ?? ((message) => process.emitWarning(message, { code: "response-cache" }));
  let tidied = false;
  const tidy = () => {
    if (tidied) return;
    tidied = true;
    void removeUnfinished(folder);
  };
  return {
    async get(key) {
      tidy();
      const { file } = placeOf(folder, key);
      let text: string;
      try {
        text = await readFile(file, "utf8");
      } catch (error) {
        const { code } = error as NodeJS.ErrnoException;
        if (code !== "ENOENT")
          warn(`The cached answer ${file} cannot be read (${code}); the model is asked instead.`);
        return undefined;
      }
      const entry = parse(text);
      if (isCacheEntry(entry)) return entry;
      warn(`The cached answer ${file} is damaged or of another version; the model is asked instead.`);
      return undefined;
    },
    async put(key, entry) {
      const { file, shard } = placeOf(folder, key);
      tidy();
      await mkdir(shard, { recursive: true });
      const temporary = join(shard, unfinishedName());
      try {
        await writeFile(temporary, JSON.stringify(entry), { flag: "wx" });
        await rename(temporary, file);
      } catch (error) {
        await rm(temporary, { force: true });
        throw error;
      }
    },
  };
}

function placeOf(folder: string, key: string): { file: string; shard: string } {
  // A key that is not plain hex digits could name a file somewhere else.
  const name = /^[0-9a-f]{16,128}$/.test(key) ? key : createHash("sha256").update(key).digest("hex");
  const shard = join(folder, name.slice(0, 2));
  return { shard, file: join(shard, `${name}.json`) };
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
