import { isDeepStrictEqual } from "node:util";

/**
 * Are two values the same as JSON? The order of keys does not matter, and a field that is undefined is one that is not
 * there. Two texts are the same when they are after trimming, whatever ends their lines and however their accents are
 * composed; texts inside of values are compared as they are.
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
  const json = JSON.stringify(value, (_, item: unknown) =>
    // JSON would make null of them, and then they would be the same as nothing.
    typeof item === "number" && !Number.isFinite(item) ? { notFinite: String(item) } : item,
  );
  return json === undefined ? undefined : JSON.parse(json);
}
