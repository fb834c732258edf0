import type { IncomingMessage } from "node:http";
import { Readable } from "node:stream";
import { gzipSync } from "node:zlib";
import { expect, test } from "vitest";
import { HeldBytes } from "./held-bytes.ts";
import { readBody } from "./read-body.ts";

const megabyte = 1024 * 1024;

function requestOf(body: Buffer, encoding?: string): IncomingMessage {
  const headers = encoding === undefined ? {} : { "content-encoding": encoding };
  return Object.assign(Readable.from([body]), { headers, complete: true }) as unknown as IncomingMessage;
}

test("room is taken piece by piece as a body is unpacked, not when all of it is there", async () => {
  const zipped = gzipSync(Buffer.alloc(8 * megabyte, "x"));
  const room = new HeldBytes(64 * megabyte).open();
  const taken: number[] = [];
  const held = {
    ...room,
    take: (bytes: number) => taken.push(bytes) > 0 && room.take(bytes),
  };
  const read = await readBody(requestOf(zipped, "gzip"), 64 * megabyte, held);
  expect(read).toMatchObject({ kind: "whole", bytes: { length: 8 * megabyte } });
  expect(Math.max(...taken)).toBeLessThan(megabyte);
});

test.each([
  ["a body as it is", requestOf(Buffer.from("as it is")), "whole"],
  ["one that is too large when it is unpacked", requestOf(gzipSync(Buffer.alloc(200)), "gzip"), "too-large"],
  ["one that has no room beside the others", requestOf(gzipSync(Buffer.alloc(80)), "gzip"), "too-much"],
  ["half of one", requestOf(gzipSync("half of it").subarray(0, 20), "gzip"), "unreadable"],
  ["a compression that nobody knows", requestOf(Buffer.from("x"), "lzw"), "unreadable"],
])("%s", async (_, request, kind) => {
  expect(await readBody(request, 100, new HeldBytes(50).open())).toMatchObject({ kind });
});
