import { inspect, isDeepStrictEqual } from "node:util";

/**
 * Are two values the same as JSON? The order of keys does not matter, and a field that is undefined is one that is not
 * there. What JSON has no form for is compared as what it is: maps and sets by their members, whose order does not
 * matter either, errors by their messages. Two texts are the same when they are after trimming, whatever ends their
 * lines and however their accents are composed; texts inside of values are compared as they are.
 */
export function sameValue(a: unknown, b: unknown): boolean {
  if (typeof a === "string" && typeof b === "string") return a === b || plainText(a) === plainText(b);
  try {
    return isDeepStrictEqual(asJson(a), asJson(b));
  } catch (error) {
    // Nested deeper than can be followed, as a model may answer and nobody would expect.
    if (error instanceof RangeError) return false;
    throw error;
  }
}

/** A text as it is compared: trimmed, lines ended by `\n`, accents composed. */
function plainText(text: string): string {
  return text.replaceAll(/\r\n?/g, "\n").normalize("NFC").trim();
}

function asJson(value: unknown): unknown {
  const json = JSON.stringify(value, (_, item: unknown) => marked(item));
  return json === undefined ? undefined : JSON.parse(json, (_, item: unknown) => unmarked(item));
}

/** Names the field that says what something was; no value has it. */
const mark = "~ no JSON";

/**
 * What JSON would write as null or as an object with nothing in it: it would be the same as nothing, or as any other.
 */
function marked(item: unknown): unknown {
  if (typeof item === "number" && !Number.isFinite(item)) return { [mark]: String(item) };
  if (item instanceof Map) return { [mark]: "map", members: [...item] };
  if (item instanceof Set) return { [mark]: "set", members: [...item] };
  if (item instanceof Error) return { ...item, [mark]: String(item) };
  return isOpaque(item) ? { [mark]: inspect(item) } : item;
}

function unmarked(item: any): unknown {
  if (item?.[mark] === "map") return new Map(item.members);
  if (item?.[mark] === "set") return new Set(item.members);
  return item;
}

/** Something that is more than its members, of which it has none: a pattern, a promise, a stream. */
function isOpaque(item: unknown): boolean {
  if (typeof item !== "object" || item === null || Array.isArray(item)) return false;
  return Object.prototype.toString.call(item) !== "[object Object]" && Object.keys(item).length === 0;
}
