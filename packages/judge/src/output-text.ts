import { inspect } from "node:util";

/**
 * An output as the judge reads it, all of it: text as it is, nothing as nothing, anything else as JSON. What JSON has
 * no form for is written so that it can be seen: a map as its pairs, a set as a list, an error as its message.
 */
export function outputText(output: unknown): string {
  if (typeof output === "string") return output;
  if (output === undefined || output === null) return "";
  try {
    return JSON.stringify(output, visible, 2) ?? String(output);
  } catch {
    // Circular, or with numbers too big for JSON.
    return inspect(output, { depth: 10, maxArrayLength: null, maxStringLength: null });
  }
}

/** What JSON would write as null or as an object with nothing in it, in a form that tells what it is. */
function visible(_: string, value: unknown): unknown {
  if (typeof value === "number" && !Number.isFinite(value)) return String(value);
  if (value instanceof Map || value instanceof Set) return [...value];
  if (value instanceof Error) return String(value);
  return isOpaque(value) ? inspect(value) : value;
}

/** Something that is more than its members, of which it has none: a pattern, a promise, a stream. */
function isOpaque(value: unknown): boolean {
  if (typeof value !== "object" || value === null || Array.isArray(value)) return false;
  return Object.prototype.toString.call(value) !== "[object Object]" && Object.keys(value).length === 0;
}
