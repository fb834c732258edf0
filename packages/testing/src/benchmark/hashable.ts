/**
 * A value as JSON can carry it, so that two that differ are told apart: patterns, maps, sets, functions, bytes and
 * numbers that JSON has no way to write go by their kind and what they hold. What JSON can write, dates among it, stays
 * as it is.
 */
export function hashable(value: unknown): unknown {
  return written(value, new Set());
}

function written(value: unknown, above: Set<object>): unknown {
  switch (typeof value) {
    case "bigint":
    case "symbol":
    case "function":
      return kind(typeof value, String(value));
    case "number":
      return Number.isFinite(value) ? value : kind("number", String(value));
    case "object":
      return value === null ? null : objectWritten(value, above);
    default:
      return value;
  }
}

function objectWritten(value: object, above: Set<object>): unknown {
  if (above.has(value)) return kind("above", "");
  above.add(value);
  try {
    if (Array.isArray(value)) return value.map((each) => written(each, above));
    if (value instanceof RegExp) return kind("RegExp", String(value));
    if (value instanceof Map)
      return kind(
        "Map",
        [...value].map((pair) => pair.map((each) => written(each, above))),
      );
    if (value instanceof Set)
      return kind(
        "Set",
        [...value].map((each) => written(each, above)),
      );
    if (ArrayBuffer.isView(value) || value instanceof ArrayBuffer) return kind("bytes", bytesOf(value));
    if (value instanceof Error) return kind(value.name, value.message);
    if ("toJSON" in value && typeof value.toJSON === "function") return written(value.toJSON(), above);
    return Object.fromEntries(Object.entries(value).map(([key, each]) => [key, written(each, above)]));
  } finally {
    above.delete(value);
  }
}

function kind(name: string, content: unknown): Record<string, unknown> {
  return { [`$${name}`]: content };
}

function bytesOf(value: ArrayBufferView | ArrayBuffer): string {
  const bytes = ArrayBuffer.isView(value)
    ? Buffer.from(value.buffer, value.byteOffset, value.byteLength)
    : Buffer.from(value);
  return bytes.toString("base64");
}
