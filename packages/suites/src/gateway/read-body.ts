import type { IncomingMessage } from "node:http";
import { promisify } from "node:util";
import { brotliDecompress, gunzip, inflate, zstdDecompress } from "node:zlib";
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

type Unpack = (bytes: Buffer, options: { maxOutputLength: number }) => Promise<Buffer>;

const unpackers: ReadonlyMap<string, Unpack> = new Map<string, Unpack>([
  ["gzip", promisify(gunzip)],
  ["x-gzip", promisify(gunzip)],
  ["deflate", promisify(inflate)],
  ["br", promisify(brotliDecompress)],
  ["zstd", promisify(zstdDecompress)],
]);

/** Reads a request to its end, its compression undone, up to so many bytes. Never rejects. */
export async function readBody(
  request: IncomingMessage,
  mostBytes: number,
  held: HeldRequest,
): Promise<ReadBody> {
  const encoding = request.headers["content-encoding"]?.trim().toLowerCase() || "identity";
  const unpack = unpackers.get(encoding);
  const read = await readBytes(request, mostBytes, held);
  if (read.kind !== "whole" || encoding === "identity") return read;
  if (!unpack) return { kind: "unreadable" };
  try {
    const bytes = await unpack(read.bytes, { maxOutputLength: mostBytes });
    return held.take(bytes.length) ? { kind: "whole", bytes } : { kind: "too-much" };
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    return { kind: code === "ERR_BUFFER_TOO_LARGE" ? "too-large" : "unreadable" };
  }
}

function readBytes(request: IncomingMessage, mostBytes: number, held: HeldRequest): Promise<ReadBody> {
  return new Promise((resolve) => {
    let chunks: Buffer[] = [];
    let bytes = 0;
    let over = false;
    // The rest is read and dropped, so that the answer can be heard.
    const end = (kind: "too-large" | "too-much") => {
      over = true;
      chunks = [];
      resolve({ kind });
    };
    request.on("data", (chunk: Buffer) => {
      if (over) return;
      bytes += chunk.length;
      if (bytes > mostBytes) end("too-large");
      else if (held.take(chunk.length)) chunks.push(chunk);
      else end("too-much");
    });
    request.on("end", () => resolve({ kind: "whole", bytes: Buffer.concat(chunks) }));
    request.on("error", () => resolve({ kind: "gone" }));
    request.on("close", () => resolve({ kind: "gone" }));
  });
}
