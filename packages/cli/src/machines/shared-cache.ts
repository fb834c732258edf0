import type { CacheEntry, ResponseCache } from "@flow-state-dev/core";
import type { ResponseStore } from "@flow-state-dev/records";

/** Answers that any worker on the run has paid for: whoever takes a cell over is given them again. */
export function sharedCache(responses: ResponseStore, runId: string): ResponseCache {
  return {
    async get(key) {
      const entry = (await responses.get(runId, key)) as CacheEntry | undefined;
      return entry?.format === 1 ? entry : undefined;
    },
    put: (key, entry) => responses.put(runId, key, entry),
  };
}
