import type { ResponseCache } from "./response-cache.ts";

/** A cache that lasts as long as the process. */
export function createMemoryCache(): ResponseCache {
  const entries = new Map<string, string>();
  return {
    async get(key) {
      const text = entries.get(key);
      return text === undefined ? undefined : JSON.parse(text);
    },
    async put(key, entry) {
      entries.set(key, JSON.stringify(entry));
    },
  };
}
