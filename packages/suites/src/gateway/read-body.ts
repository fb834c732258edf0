import type { IncomingMessage } from "node:http";
import { decoderFor } from "./decoder.ts";
import type { HeldRequest } from "./held-bytes.ts";

/** What came of reading a body. */
export type ReadBody =
  | { kind: "whole"; bytes: Buffer }
  | { kind: "too-large" }
  /** There is no room for it beside the others. */
  | { kind: "too-much" }
  | { kind: "unreadable" }
  /** Who sent it went away. */
  | { kind: "gone" };

/**
 * Reads a request to its end, its compression undone, up to so many bytes. Room is taken for each piece as it is
 * unpacked, for a few bytes can become many. Never rejects.
 */
export function readBody(request: IncomingMessage, mostBytes: number, held: HeldRequest): Promise<ReadBody> {
  return new Promise((resolve) => {
    const decoder = decoderFor(request.headers["content-encoding"]);
    let chunks: Buffer[] = [];
    let bytes = 0;
    let over = false;
    const end = (read: ReadBody) => {
      if (over) return;
      over = true;
      chunks = [];
      resolve(read);
      // The rest is read and dropped, so that the answer can be heard.
      if (decoder) request.unpipe(decoder);
      decoder?.destroy();
      request.resume();
    };
    request.on("error", () => end({ kind: "gone" }));
    request.on("close", () => {
      if (!request.complete) end({ kind: "gone" });
    });
    if (decoder === null) return end({ kind: "unreadable" });
    decoder?.on("error", () => end({ kind: "unreadable" }));
    const body = decoder ? request.pipe(decoder) : request;
    body.on("data", (chunk: Buffer) => {
      if (over) return;
      bytes += chunk.length;
      if (bytes > mostBytes) end({ kind: "too-large" });
      else if (held.take(chunk.length)) chunks.push(chunk);
      else end({ kind: "too-much" });
    });
    body.on("end", () => end({ kind: "whole", bytes: Buffer.concat(chunks) }));
  });
}
