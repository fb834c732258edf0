import { firstNamed } from "@flow-state-dev/core";
import { plain } from "./describe-missing.ts";

/** The value at a JSON pointer (RFC 6901), own members only; or how far it leads. */
export function valueAt(
  document: unknown,
  pointer: string,
): { ok: true; value: unknown } | { ok: false; reason: string } {
  let value = document;
  let way = "";
  for (const part of pointer.split("/").slice(1)) {
    const key = part.replaceAll("~1", "/").replaceAll("~0", "~");
    const isList = Array.isArray(value);
    if (
      typeof value !== "object" ||
      value === null ||
      (isList && !/^(0|[1-9]\d*)$/.test(key)) ||
      !Object.hasOwn(value, key)
    ) {
      return { ok: false, reason: `${way === "" ? "the document" : plain(way)} ${contentOf(value)}` };
    }
    value = (value as Record<string, unknown>)[key];
    way += `/${part}`;
  }
  return { ok: true, value };
}

function contentOf(value: unknown): string {
  if (Array.isArray(value)) return `is a list of ${value.length}`;
  if (typeof value !== "object" || value === null) return `is a ${value === null ? "null" : typeof value}`;
  const keys = Object.keys(value);
  if (keys.length === 0) return "is an empty object";
  return `has: ${firstNamed(keys, 12, plain)}`;
}
