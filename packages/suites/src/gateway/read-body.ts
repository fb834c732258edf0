import type { IncomingMessage } from "node:http";
import { promisify } from "node:util";
import { brotliDecompress, gunzip, inflate, zstdDecompress } from "node:zlib";

/** What came of reading a body. */
export type ReadBody =
  | { kind: "whole"; bytes: Buffer }
  | { kind: "too-large" }
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
export async function readBody(request: IncomingMessage, mostBytes: number): Promise<ReadBody> {
  const encoding = request.headers["content-encoding"]?.trim().toLowerCase() || "identity";
  const unpack = unpackers.get(encoding);
  const read = await readBytes(request, mostBytes);
  if (read.kind !== "whole" || encoding === "identity") return read;
  if (!unpack) return { kind: "unreadable" };
  try {
    return { kind: "whole", bytes: await unpack(read.bytes, { maxOutputLength: mostBytes }) };
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    return { kind: code === "ERR_BUFFER_TOO_LARGE" ? "too-large" : "unreadable" };
  }
}

function readBytes(request: IncomingMessage, mostBytes: number): Promise<ReadBody> {
  return new Promise((resolve) => {
    const chunks: Buffer[] = [];
    let bytes = 0;
    request.on("data", (chunk: Buffer) => {
      bytes += chunk.length;
      // The rest is read and dropped, so that the answer can be heard.
      if (bytes <= mostBytes) chunks.push(chunk);
      else resolve({ kind: "too-large" });
    });
    request.on("end", () => resolve({ kind: "whole", bytes: Buffer.concat(chunks) }));
    request.on("error", () => resolve({ kind: "gone" }));
    request.on("close", () => resolve({ kind: "gone" }));
  });
}
