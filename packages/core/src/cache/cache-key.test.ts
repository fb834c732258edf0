import type { LanguageModelV4CallOptions } from "@ai-sdk/provider";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { withCallContext } from "../model/call-context.ts";
import { cacheKey } from "./cache-key.ts";
import { requestText } from "./request-text.ts";

const call: LanguageModelV4CallOptions = {
  prompt: [
    { role: "system", content: "Be brief." },
    { role: "user", content: [{ type: "text", text: "hello" }] },
  ],
  temperature: 0.5,
};
const key = (change: Partial<LanguageModelV4CallOptions> = {}) => cacheKey("m", { ...call, ...change });
const file = (data: Uint8Array | URL): Partial<LanguageModelV4CallOptions> => ({
  prompt: [
    {
      role: "user",
      content: [
        {
          type: "file",
          mediaType: "image/png",
          data: data instanceof URL ? { type: "url", url: data } : { type: "data", data },
        },
      ],
    },
  ],
});

test("is 64 hex digits and stays the same", () => {
  expect(key()).toMatch(/^[0-9a-f]{64}$/);
  expect(key()).toBe(key());
});

describe("changes with what shapes the answer:", () => {
  const tools: LanguageModelV4CallOptions["tools"] = [
    { type: "function", name: "look", inputSchema: { type: "object" } },
  ];
  const changes: [string, Partial<LanguageModelV4CallOptions>][] = [
    ["the prompt", { prompt: [{ role: "user", content: [{ type: "text", text: "hello!" }] }] }],
    ["the temperature", { temperature: 0.6 }],
    ["no temperature", { temperature: undefined }],
    ["the seed", { seed: 1 }],
    ["top p", { topP: 0.5 }],
    ["top k", { topK: 5 }],
    ["the penalties", { presencePenalty: 1 }],
    ["the other penalty", { frequencyPenalty: 1 }],
    ["the length", { maxOutputTokens: 100 }],
    ["the stop sequences", { stopSequences: ["."] }],
    ["the reasoning", { reasoning: "high" }],
    ["the response format", { responseFormat: { type: "json" } }],
    ["the schema", { responseFormat: { type: "json", schema: { type: "object" } } }],
    ["the tools", { tools }],
    ["the tool choice", { tools, toolChoice: { type: "required" } }],
    ["provider options", { providerOptions: { openai: { store: false } } }],
    ["the cell", withCallContext(call, { cell: "s/t/1" })],
    ["the other cell", withCallContext(call, { cell: "s/t/2" })],
    ["the block", withCallContext(call, { block: "voter" })],
    ["the ordinal", withCallContext(call, { ordinal: 1 })],
    ["a file", file(new Uint8Array([1, 2]))],
    ["another file", file(new Uint8Array([1, 3]))],
    ["an address", file(new URL("https://example.test/a.png"))],
    ["another address", file(new URL("https://example.test/b.png"))],
  ];

  test("no two of these share a key", () => {
    const keys = new Map(changes.map(([name, change]) => [key(change), name]));
    keys.set(key(), "unchanged");
    keys.set(cacheKey("n", call), "the model");
    expect(keys.size).toBe(changes.length + 2);
  });
});

describe("stays the same for", () => {
  test.each<[string, Partial<LanguageModelV4CallOptions>]>([
    ["headers", { headers: { authorization: "Bearer secret" } }],
    ["the abort signal", { abortSignal: AbortSignal.abort() }],
    ["raw chunks", { includeRawChunks: true }],
    ["a default that is spelled out", { responseFormat: { type: "text" }, reasoning: "provider-default" }],
    ["empty lists", { tools: [], stopSequences: [] }],
    ["the attempt", withCallContext(call, { attempt: 3 })],
  ])("%s", (_, change) => {
    expect(key(change)).toBe(key());
  });

  test("bytes, however they are held", () => {
    const held = new Uint8Array([9, 1, 2, 9]).subarray(1, 3);
    expect(key(file(held))).toBe(key(file(new Uint8Array([1, 2]))));
    expect(key(file(Buffer.from([1, 2])))).toBe(key(file(new Uint8Array([1, 2]))));
  });
});

test("the order of keys never matters, anything else does", () => {
  const shuffled = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(shuffled);
    if (typeof value !== "object" || value === null) return value;
    return Object.fromEntries(
      Object.entries(value)
        .reverse()
        .map(([name, item]) => [name, shuffled(item)]),
    );
  };
  fc.assert(
    fc.property(fc.jsonValue(), fc.jsonValue(), (a, b) => {
      expect(requestText(shuffled(a))).toBe(requestText(a));
      const same = JSON.stringify(sorted(a)) === JSON.stringify(sorted(b));
      expect(requestText(a) === requestText(b)).toBe(same);
    }),
    { numRuns: 500, seed: 7 },
  );
});

function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted);
  if (typeof value !== "object" || value === null) return value;
  const entries = Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1));
  return { entries: entries.map(([name, item]) => [name, sorted(item)]) };
}

test("values that JSON has no word for are told apart", () => {
  const values = [1n, "1", Number.NaN, Number.POSITIVE_INFINITY, new Date(0), /a/, null, [undefined], []];
  expect(new Set(values.map((value) => requestText(value))).size).toBe(values.length);
  expect(requestText({ a: undefined, b: () => 1 })).toBe(requestText({ b: undefined, c: undefined }));
});
