import { promisify } from "node:util";
import { zstdCompress, zstdCompressSync, zstdDecompress, zstdDecompressSync } from "node:zlib";

/** An artifact's content as it lies in the table. */
export interface StoredContent {
  /** How the bytes become what came in again. Text that is no valid Unicode is kept as UTF-16. */
  form: "utf8" | "utf16" | "binary";
  /** Size before compression. */
  bytes: number;
  zstd: boolean;
  content: Uint8Array;
}

/** Content larger than this is compressed and opened in the thread pool, so that the event loop goes on. */
const largeBytes = 64 * 1024;
/** Content smaller than this is kept as it is: starting the compressor takes longer than writing what it would save. */
const tinyBytes = 2048;

const compress = promisify(zstdCompress);
const decompress = promisify(zstdDecompress);

/** Is it large enough that `encodeLarge` must be used? */
export function isLarge(content: string | Uint8Array): boolean {
  return content.length > largeBytes;
}

/** Encodes small content at once. */
export function encodeSmall(content: string | Uint8Array): StoredContent {
  const plain = toPlain(content);
  if (plain.bytes < tinyBytes) return plain;
  return smaller(plain, zstdCompressSync(plain.content));
}

/** Encodes content of any size without holding up the event loop. */
export async function encodeLarge(content: string | Uint8Array): Promise<StoredContent> {
  const plain = toPlain(content);
  return smaller(plain, await compress(plain.content));
}

/** What came in, exactly. Throws when that is not what lies there. */
export async function decode(stored: StoredContent): Promise<string | Uint8Array> {
  const { content, zstd, bytes, form } = stored;
  const plain = !zstd
    ? content
    : bytes > largeBytes
      ? await decompress(content)
      : zstdDecompressSync(content);
  if (plain.byteLength !== bytes)
    throw new RangeError(`it has ${plain.byteLength} bytes where ${bytes} were written`);
  const buffer = Buffer.from(plain.buffer, plain.byteOffset, plain.byteLength);
  if (form === "binary") return new Uint8Array(buffer);
  return buffer.toString(form === "utf8" ? "utf8" : "utf16le");
}

function toPlain(content: string | Uint8Array): StoredContent {
  // A copy, because the caller may go on to use its buffer.
  if (typeof content !== "string")
    return { form: "binary", bytes: content.length, zstd: false, content: content.slice() };
  const form = content.isWellFormed() ? "utf8" : "utf16";
  const encoded = Buffer.from(content, form === "utf8" ? "utf8" : "utf16le");
  return { form, bytes: encoded.length, zstd: false, content: encoded };
}

function smaller(plain: StoredContent, compressed: Uint8Array): StoredContent {
  return compressed.length < plain.bytes ? { ...plain, zstd: true, content: compressed } : plain;
}
