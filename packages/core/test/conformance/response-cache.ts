import { afterEach, describe, expect, test } from "vitest";
import type { CacheEntry } from "../../src/cache/cache-entry.ts";
import type { ResponseCache } from "../../src/cache/response-cache.ts";

/** A cache to try, and how to clear away what it leaves. */
export interface CacheUnderTest {
  cache: ResponseCache;
  dispose?: () => Promise<void>;
}

/**
 * What every response cache must do. Call it in a test file; it registers the tests. `makeCache` gives an empty one.
 */
export function responseCacheConformance(
  name: string,
  makeCache: () => CacheUnderTest | Promise<CacheUnderTest>,
): void {
  describe(`${name} as a response cache`, () => {
    const made: CacheUnderTest[] = [];
    const make = async () => {
      const under = await makeCache();
      made.push(under);
      return under.cache;
    };
    afterEach(async () => {
      for (const under of made.splice(0)) await under.dispose?.();
    });

    test("has nothing at first", async () => {
      const cache = await make();
      expect(await cache.get(keyFor(1))).toBeUndefined();
    });

    test("gives back what was put, to the last field", async () => {
      const cache = await make();
      const entry = entryOf('quotes " and \\ and \n and \u0000 and é and 日本 and 🎉');
      await cache.put(keyFor(1), entry);
      expect(await cache.get(keyFor(1))).toEqual(entry);
      expect(await cache.get(keyFor(2))).toBeUndefined();
    });

    test("replaces what is there", async () => {
      const cache = await make();
      await cache.put(keyFor(1), entryOf("old"));
      await cache.put(keyFor(1), entryOf("new"));
      expect(await cache.get(keyFor(1))).toEqual(entryOf("new"));
    });

    test("shares nothing with its callers", async () => {
      const cache = await make();
      const put = entryOf("kept");
      await cache.put(keyFor(1), put);
      put.modelId = "changed after it was put";
      const got = await cache.get(keyFor(1));
      got!.modelId = "changed after it was given";
      expect(await cache.get(keyFor(1))).toEqual(entryOf("kept"));
    });

    test("takes any text as a key", async () => {
      const cache = await make();
      const keys = ["", "..", "../../outside", "a/b", "a b", "é".repeat(500), "\u0000"];
      for (const key of keys) await cache.put(key, entryOf(`under ${key.length}`));
      for (const key of keys) expect(await cache.get(key)).toEqual(entryOf(`under ${key.length}`));
    });

    test("keeps an answer of a megabyte", async () => {
      const cache = await make();
      const entry = entryOf("x".repeat(1_000_000));
      await cache.put(keyFor(1), entry);
      expect(await cache.get(keyFor(1))).toEqual(entry);
    });

    test("takes 200 entries at the same time", async () => {
      const cache = await make();
      const numbers = Array.from({ length: 200 }, (_, number) => number);
      await Promise.all(numbers.map((number) => cache.put(keyFor(number), entryOf(`answer ${number}`))));
      const got = await Promise.all(numbers.map((number) => cache.get(keyFor(number))));
      expect(got).toEqual(numbers.map((number) => entryOf(`answer ${number}`)));
    });

    test("of writes and reads of one key at the same time, every read is whole", async () => {
      const cache = await make();
      const entries = Array.from({ length: 30 }, (_, number) => entryOf(String(number % 10).repeat(50_000)));
      await cache.put(keyFor(1), entries[0]!);
      const writes = entries.map((entry) => cache.put(keyFor(1), entry));
      const reads = await Promise.all(entries.map(() => cache.get(keyFor(1))));
      await Promise.all(writes);
      for (const read of reads) expect(entries).toContainEqual(read);
      expect(entries).toContainEqual(await cache.get(keyFor(1)));
    });
  });
}

function keyFor(number: number): string {
  return number.toString(16).padStart(2, "0").padEnd(64, "0123456789abcdef");
}

function entryOf(text: string): CacheEntry {
  return {
    format: 1,
    modelId: "test/model",
    savedAt: "2026-01-02T03:04:05.678Z",
    answer: {
      content: [{ type: "text", text }],
      finishReason: { unified: "stop", raw: "end_turn" },
      usage: { inputTokens: { total: 1 }, outputTokens: { total: 2 } },
      providerMetadata: { test: { nested: [1, 2.5, null, true, { deep: "yes" }] } },
      warnings: [],
    },
  };
}
