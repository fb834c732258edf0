import { createHash } from "node:crypto";

/**
 * One text for one value: keys sorted, undefined left out, bytes and addresses by what they hold and not by how
 * they are held. Two values that a provider would see as the same give the same text.
 */
export function requestText(value: unknown): string {
  return JSON.stringify(plain(value)) ?? "null";
}

function plain(value: unknown): unknown {
  if (typeof value === "bigint") return { $bigint: String(value) };
  if (typeof value === "number" && !Number.isFinite(value)) return { $number: String(value) };
  if (typeof value === "function" || typeof value === "symbol") return undefined;
  if (typeof value !== "object" || value === null) return value;
  if (ArrayBuffer.isView(value)) {
    return bytes(new Uint8Array(value.buffer, value.byteOffset, value.byteLength));
  }
  if (value instanceof ArrayBuffer) return bytes(new Uint8Array(value));
  if (value instanceof URL) return { $url: value.href };
  if (value instanceof Date) return { $date: value.toJSON() };
  if (value instanceof RegExp) return { $pattern: String(value) };
  if (Array.isArray(value)) return value.map((item) => plain(item) ?? null);
  // A list of pairs and not an object, because an object would sort keys that look like numbers in its own way.
  return {
    $fields: Object.entries(value)
      .map(([key, item]) => [key, plain(item)] as const)
      .filter(([, item]) => item !== undefined)
      .sort(([a], [b]) => (a < b ? -1 : 1)),
  };
}

function bytes(data: Uint8Array): unknown {
  return { $sha256: createHash("sha256").update(data).digest("hex") };
}
