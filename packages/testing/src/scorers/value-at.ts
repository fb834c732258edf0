import { jsonInText } from "./json-in-text.ts";
import { shown } from "./score-result.ts";

/** A value found by its path, or why there is none. */
export type ValueAt = { found: true; value: unknown } | { found: false; reason: string };

/**
 * What stands at a path such as `a.b.0` (also `a.b[0]` and `$.a.b[0]`); the value itself for the empty path. Where a
 * path is asked of a text, the JSON in the text is meant. Only what a value holds itself is found, nothing inherited.
 */
export function valueAt(value: unknown, path: string): ValueAt {
  if (path === "") return { found: true, value };
  const keys = keysOf(path);
  if (keys.length === 0) return { found: true, value };
  let at = value;
  if (typeof at === "string") {
    const json = jsonInText(at);
    if (!json.found) return { found: false, reason: `There is no JSON in ${shown(value)}.` };
    at = json.value;
  }
  for (const [depth, key] of keys.entries()) {
    if (!holds(at, key)) {
      const where = keys.slice(0, depth + 1).join(".");
      return { found: false, reason: `There is nothing at ${where} in ${shown(value)}.` };
    }
    at = (at as Record<string, unknown>)[key];
  }
  return { found: true, value: at };
}

function keysOf(path: string): string[] {
  const dotted = path.replace(/^\$/, "").replaceAll(/\[(\d+)\]/g, ".$1");
  return dotted.split(".").filter((key) => key !== "");
}

function holds(value: unknown, key: string): boolean {
  if (typeof value !== "object" || value === null) return false;
  if (Array.isArray(value)) return /^\d+$/.test(key) && Number(key) < value.length;
  return Object.hasOwn(value, key);
}
