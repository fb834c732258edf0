import fc from "fast-check";
import { expect, test } from "vitest";
import { dataOf, SseFrames } from "./sse-frames.ts";

/** Cuts bytes at these places. */
function chunksOf(bytes: Buffer, cuts: readonly number[]): Buffer[] {
  const places = [...new Set(cuts.map((cut) => cut % (bytes.length + 1)))].sort((a, b) => a - b);
  return [0, ...places].map((from, index) => bytes.subarray(from, places[index] ?? bytes.length));
}

function framesOf(chunks: readonly Buffer[]): Buffer[] {
  const frames = new SseFrames();
  const found = chunks.flatMap((chunk) => frames.push(chunk));
  const rest = frames.rest();
  return rest.length > 0 ? [...found, rest] : found;
}

test.each([
  ["data: a\n\ndata: b\n\n", ["a", "b"]],
  ["data: a\r\n\r\ndata: b\r\n\r\n", ["a", "b"]],
  ["data: a\r\rdata: b\r\r", ["a", "b"]],
  ["event: x\ndata: 1\ndata:2\nid: 3\n\n", ["1\n2"]],
  [": ping\n\ndata\n\ndata:  x", [null, "", " x"]],
  ["\ufeffdata: a\n\n", ["a"]],
  ["\n\ndata: a\n\n", [null, null, "a"]],
])("%j", (text, data) => {
  const frames = framesOf([Buffer.from(text)]);
  expect(frames.map(dataOf)).toEqual(data);
});

test("frames hold every byte, and are the same however the bytes come", () => {
  const piece = fc.oneof(
    fc.constantFrom("\n", "\r", "\r\n", "\n\n", "\r\n\r\n", "data: ", "data:", ": c", "🌍", "ü", "event: x"),
    fc.string({ unit: "binary", maxLength: 6 }),
  );
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 30 }), fc.array(fc.nat(400)), (pieces, cuts) => {
      const bytes = Buffer.from(pieces.join(""));
      const whole = framesOf([bytes]);
      expect(Buffer.concat(whole)).toEqual(bytes);
      expect(framesOf(chunksOf(bytes, cuts))).toEqual(whole);
    }),
    { numRuns: 2_000 },
  );
});
