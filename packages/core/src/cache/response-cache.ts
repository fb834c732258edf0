import type { CacheEntry } from "./cache-entry.ts";

/**
 * Where answers are kept. Safe for any number of callers at the same time; of two writes of one key either may
 * stay, but whole. An entry that is returned belongs to the caller. A new kind of cache runs
 * `responseCacheConformance`.
 */
export interface ResponseCache {
  /** The entry of a key; undefined when there is none, or none that can be read. */
  get(key: string): Promise<CacheEntry | undefined>;
  /** Keeps an entry; replaces the one that is there. */
  put(key: string, entry: CacheEntry): Promise<void>;
}
