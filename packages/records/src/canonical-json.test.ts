import { createHash } from "node:crypto";
import fc from "fast-check";
import { expect, test } from "vitest";
import { canonicalJson, contentHash } from "./canonical-json.ts";

test("keys are sorted at every depth, and nothing else changes", () => {
  expect(canonicalJson({ b: [{ d: 1, c: null }], a: "x\n" })).toBe('{"a":"x\\n","b":[{"c":null,"d":1}]}');
  expect(canonicalJson({ 10: 1, 9: 2, "": 3 })).toBe('{"":3,"10":1,"9":2}');
});

test("what JSON leaves out is left out, and what it cannot carry is refused", () => {
  expect(canonicalJson({ a: undefined, b: () => 1, c: -0 })).toBe('{"c":0}');
  expect(canonicalJson([undefined])).toBe("[null]");
  expect(canonicalJson({ at: new Date(0) })).toBe('{"at":"1970-01-01T00:00:00.000Z"}');
  for (const value of [Number.NaN, Number.POSITIVE_INFINITY, { a: [Number.NEGATIVE_INFINITY] }])
    expect(() => canonicalJson(value)).toThrow(/finite/);
});

test("it reads back as the same value, whatever the order of keys", () => {
  fc.assert(
    fc.property(fc.jsonValue(), (value) => {
      const text = canonicalJson(value);
      expect(JSON.parse(text)).toEqual(JSON.parse(JSON.stringify(value)));
      expect(canonicalJson(reversed(value))).toBe(text);
    }),
  );
});

test("the content hash is the start of the SHA-256 of the canonical text", () => {
  const sha = createHash("sha256").update('{"a":1,"b":[true]}').digest("hex");
  expect(contentHash({ b: [true], a: 1 })).toBe(sha.slice(0, 32));
  expect(contentHash("a")).not.toBe(contentHash("b"));
});

function reversed(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(reversed);
  if (value === null || typeof value !== "object") return value;
  return Object.fromEntries(
    Object.entries(value)
      .reverse()
      .map(([key, member]) => [key, reversed(member)]),
  );
}
