import fc from "fast-check";
import { expect, test } from "vitest";
import { decode, encodeLarge, encodeSmall, isLarge } from "./artifact-codec.ts";

const content = fc.oneof(
  fc.string({ unit: "binary" }),
  fc.string().map((text) => text.repeat(50)),
  fc.array(fc.nat(0xffff)).map((units) => String.fromCharCode(...units)),
  fc.uint8Array({ maxLength: 500 }),
  fc.uint8Array().map((bytes) => new Uint8Array(Buffer.concat(Array(20).fill(bytes)))),
);

test("what comes out is what went in, exactly, by both ways", async () => {
  await fc.assert(
    fc.asyncProperty(content, async (value) => {
      for (const stored of [encodeSmall(value), await encodeLarge(value)])
        expect(await decode(stored)).toEqual(value);
    }),
  );
});

test("content that gets smaller is compressed, other content is not", () => {
  const text = encodeSmall("The same again. ".repeat(200));
  expect(text).toMatchObject({ zstd: true, bytes: 3200, form: "utf8" });
  expect(text.content.length).toBeLessThan(100);
  const noise = crypto.getRandomValues(new Uint8Array(1000));
  expect(encodeSmall(noise)).toMatchObject({ zstd: false, bytes: 1000, form: "binary" });
  expect(encodeSmall("short")).toMatchObject({ zstd: false, bytes: 5 });
});

test("a buffer that its owner uses again does not change what is kept", async () => {
  const buffer = new Uint8Array([1, 2, 3]);
  const stored = encodeSmall(buffer);
  buffer.fill(9);
  expect(await decode(stored)).toEqual(new Uint8Array([1, 2, 3]));
});

test("a part of a larger buffer is kept as that part", async () => {
  const part = new Uint8Array([0, 1, 2, 3, 4]).subarray(1, 3);
  expect(await decode(encodeSmall(part))).toEqual(new Uint8Array([1, 2]));
});

test("large is what would hold up the event loop", () => {
  expect([isLarge("x".repeat(65_536)), isLarge("x".repeat(65_537))]).toEqual([false, true]);
});
