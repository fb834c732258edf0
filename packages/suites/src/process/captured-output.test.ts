import fc from "fast-check";
import { expect, test } from "vitest";
import { OutputCollector } from "./captured-output.ts";

test("short output comes back whole", () => {
  fc.assert(
    fc.property(fc.array(fc.string({ unit: "grapheme" })), (parts) => {
      const collector = new OutputCollector(1_000_000);
      for (const part of parts) collector.push(Buffer.from(part));
      const text = parts.join("");
      expect(collector.result()).toEqual({ text, bytes: Buffer.byteLength(text), truncated: false });
    }),
  );
});

test("of long output the beginning and the end are kept, and what is missing is counted", () => {
  const collector = new OutputCollector(20);
  for (let i = 0; i < 100_000; i++) collector.push(Buffer.from(String(i % 10)));
  expect(collector.result()).toEqual({
    text: "0123456789\n… 99980 bytes left out …\n0123456789",
    bytes: 100_000,
    truncated: true,
  });
});

test("no character is cut in two", () => {
  for (let keep = 2; keep < 40; keep++) {
    const collector = new OutputCollector(keep);
    collector.push(Buffer.from("aé漢😀".repeat(20)));
    const { text, bytes } = collector.result();
    expect(text).not.toContain("\uFFFD");
    const [before, after] = text.split(/\n… \d+ bytes left out …\n/);
    const gap = Number(/… (\d+) bytes/.exec(text)![1]);
    expect(Buffer.byteLength(before! + after!) + gap).toBe(bytes);
  }
});

test("a chunk may be reused after it was pushed", () => {
  const collector = new OutputCollector(4);
  const chunk = Buffer.from("ab");
  collector.push(chunk);
  chunk.fill("x");
  expect(collector.result().text).toBe("ab");
});
