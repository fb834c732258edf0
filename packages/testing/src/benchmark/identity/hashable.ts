/**
 * A value as JSON can carry it, so that two that differ are told apart: patterns, maps, sets, functions, bytes and
 * numbers that JSON has no way to write go by their kind and what they hold. What JSON can write, dates among it, stays
 * as it is; of very many objects those that were seen before go by when that was.
 */
export function hashable(value: unknown): unknown {
  return written(value, { above: new Set(), seen: new Map(), count: 0 });
}

/** Objects that hold each other are written in every place where they are, up to so many: the ways are without end. */
const mostObjects = 10_000;

interface Walk {
  above: Set<object>;
  /** The place of each object among those that were seen. */
  seen: Map<object, number>;
  /** Objects that were written. */
  count: number;
}

function written(value: unknown, walk: Walk): unknown {
  switch (typeof value) {
    case "bigint":
    case "symbol":
    case "function":
      return kind(typeof value, String(value));
    case "number":
      return Number.isFinite(value) ? value : kind("number", String(value));
    case "object":
      return value === null ? null : objectWritten(value, walk);
    default:
      return value;
  }
}

function objectWritten(value: object, walk: Walk): unknown {
  const { above, seen } = walk;
  if (above.has(value)) return kind("above", "");
  const before = seen.get(value);
  if (before !== undefined && walk.count >= mostObjects) return kind("seen", before);
  if (before === undefined) seen.set(value, seen.size);
  walk.count += 1;
  above.add(value);
  try {
    if (Array.isArray(value)) return value.map((each) => written(each, walk));
    if (value instanceof RegExp) return kind("RegExp", String(value));
    if (value instanceof Map)
      return kind(
        "Map",
        [...value].map((pair) => pair.map((each) => written(each, walk))),
      );
    if (value instanceof Set)
      return kind(
        "Set",
        [...value].map((each) => written(each, walk)),
      );
    if (ArrayBuffer.isView(value) || value instanceof ArrayBuffer) return kind("bytes", bytesOf(value));
    if (value instanceof Error) return kind(value.name, value.message);
    if ("toJSON" in value && typeof value.toJSON === "function") return written(value.toJSON(), walk);
    return Object.fromEntries(Object.entries(value).map(([key, each]) => [key, written(each, walk)]));
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
