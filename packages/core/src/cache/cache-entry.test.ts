import type { LanguageModelV4GenerateResult } from "@ai-sdk/provider";
import fc from "fast-check";
import { expect, test } from "vitest";
import { fromCacheEntry, isCacheEntry, toCacheEntry } from "./cache-entry.ts";

const base: LanguageModelV4GenerateResult = {
  content: [],
  finishReason: { unified: "stop", raw: "stop" },
  usage: {
    inputTokens: { total: 1, noCache: 1, cacheRead: undefined, cacheWrite: undefined },
    outputTokens: { total: 1, text: 1, reasoning: undefined },
  },
  warnings: [],
};

const throughJson = (result: LanguageModelV4GenerateResult) => {
  const entry: unknown = JSON.parse(JSON.stringify(toCacheEntry("m", result, 0)));
  if (!isCacheEntry(entry)) throw new Error("not an entry");
  return fromCacheEntry(entry);
};

test("any JSON comes back as it was, also what looks like our own marks", () => {
  const marks = fc.record({ $date: fc.string() }).map((mark): object => mark);
  const other = fc.oneof(
    marks,
    fc.constant({ $object: { $url: 1 } }),
    fc.constant({ $bytes: null }),
    fc.object(),
  );
  fc.assert(
    fc.property(fc.oneof(fc.jsonValue(), other), (value) => {
      const json = JSON.parse(JSON.stringify(value));
      const result = { ...base, providerMetadata: { test: { value: json } } };
      expect(throughJson(result).providerMetadata).toEqual({ test: { value: json } });
    }),
    { numRuns: 500, seed: 3 },
  );
});

test("bytes, addresses and times come back as such", () => {
  const result: LanguageModelV4GenerateResult = {
    ...base,
    content: [
      { type: "file", mediaType: "a/b", data: { type: "data", data: new Uint8Array([0, 128, 255]) } },
      { type: "file", mediaType: "a/b", data: { type: "url", url: new URL("https://example.test/") } },
    ],
    response: { timestamp: new Date(1234) },
  };
  expect(throughJson(result)).toEqual(result);
});

test("an entry knows when it was made and of what", () => {
  expect(toCacheEntry("m", base, 0)).toMatchObject({
    format: 1,
    modelId: "m",
    savedAt: "1970-01-01T00:00:00.000Z",
  });
});

test.each([null, 1, "x", [], {}, { format: 1, modelId: "m", answer: { content: [] } }])(
  "%j is no entry",
  (value) => {
    expect(isCacheEntry(value)).toBe(false);
  },
);
