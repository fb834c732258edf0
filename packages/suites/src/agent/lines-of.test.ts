import fc from "fast-check";
import { expect, test } from "vitest";
import { linesOf } from "./lines-of.ts";

/** What is given out when the text comes in pieces of this size, in bytes. */
function pieces(text: string, size: number): string[] {
  const given: string[] = [];
  const reader = linesOf((piece) => given.push(piece));
  const bytes = Buffer.from(text);
  for (let at = 0; at < bytes.length; at += size) reader.add(bytes.subarray(at, at + size));
  reader.end();
  return given;
}

test("lines come whole, however they are cut", () => {
  expect(pieces("one\ntwo\nthr", 5)).toEqual(["one\n", "two\n", "thr"]);
  fc.assert(
    fc.property(fc.string({ unit: "grapheme" }), fc.integer({ min: 1, max: 9 }), (text, size) => {
      expect(pieces(text, size).join("")).toBe(text);
    }),
  );
});

test("a line without end is given out in pieces, and its rest is counted", () => {
  const given = pieces(`before\n${"x".repeat(10_000_000)}\nafter\n`, 65_536);
  expect(given.length).toBeLessThan(8);
  expect(given.join("")).toBe(
    `before\n${"x".repeat(100_000)}[… 9900000 more characters of this line left out …]\nafter\n`,
  );
});

test("a line that just fits keeps its end; one that never ends says what is missing", () => {
  expect(pieces(`${"x".repeat(90_000)}\nnext\n`, 10_000).join("")).toBe(`${"x".repeat(90_000)}\nnext\n`);
  expect(pieces("x".repeat(100_005), 10_000).at(-1)).toBe("[… 5 more characters of this line left out …]\n");
});
