import { fitsJsonSchema, lengthOf } from "./fits-json-schema.ts";
import type { JsonSchema } from "./json-schema.ts";
import { samplePattern } from "./sample-pattern.ts";

/** A text that passes a string schema: its format, its patterns, its length. */
export function sampleText(schema: JsonSchema, random: () => number): string {
  const fits = (text: string) => fitsJsonSchema({ ...schema, type: "string" }, text, true);
  const { minLength = 0, maxLength = Number.POSITIVE_INFINITY } = schema;
  const formatted = formats.get(schema.format)?.(random);
  if (formatted !== undefined) {
    if (fits(formatted)) return formatted;
    const repeated = formatted.repeat(Math.max(1, Math.ceil(minLength / lengthOf(formatted))));
    if (fits(repeated)) return repeated;
  }
  const patterns: string[] = [schema.pattern ?? []].flat();
  for (let round = 0; patterns.length > 0 && round < 60; round++) {
    const text = fromPatterns(
      patterns,
      random,
      2 + Math.floor(round / 6) * Math.max(2, Math.ceil(minLength / 4)),
    );
    if (text !== undefined && fits(text)) return text;
  }
  return fitLength(formatted ?? "text", minLength, maxLength, random);
}

/** The text, cut off or filled up with words to a length in a range. */
export function fitLength(text: string, minLength: number, maxLength: number, random: () => number): string {
  let fitted = text;
  while (lengthOf(fitted) < minLength) fitted += ` ${words[Math.floor(random() * words.length)]}`;
  if (lengthOf(fitted) > maxLength) fitted = Array.from(fitted).slice(0, maxLength).join("");
  return fitted;
}

const words = ["and", "more", "of", "the", "same", "kind"];

/** One text for all patterns: what must come first, what may stand anywhere, what must come last. */
function fromPatterns(patterns: string[], random: () => number, stretch: number): string | undefined {
  const place = (pattern: string) => (pattern.startsWith("^") ? 0 : pattern.endsWith("$") ? 2 : 1);
  const ordered = [...patterns].sort((a, b) => place(a) - place(b));
  const parts = ordered.map((pattern) => samplePattern(pattern, random, stretch));
  return parts.includes(undefined) ? undefined : parts.join("");
}

const digit = (random: () => number, most: number) => Math.floor(random() * (most + 1));
const two = (value: number) => String(value).padStart(2, "0");
const hex = (random: () => number, length: number) =>
  Array.from({ length }, () => digit(random, 15).toString(16)).join("");
const date = (random: () => number) => `2026-${two(1 + digit(random, 11))}-${two(1 + digit(random, 27))}`;
const time = (random: () => number) => [23, 59, 59].map((most) => two(digit(random, most))).join(":");

const base64url = (text: string) => Buffer.from(text).toString("base64url");

const formats = new Map<unknown, (random: () => number) => string>(
  Object.entries({
    email: (random) => `someone.${hex(random, 6)}@example.com`,
    uri: (random) => `https://example.com/${hex(random, 6)}`,
    url: (random) => `https://example.com/${hex(random, 6)}`,
    uuid: (random) =>
      `${hex(random, 8)}-${hex(random, 4)}-4${hex(random, 3)}-8${hex(random, 3)}-${hex(random, 12)}`,
    "date-time": (random) => `${date(random)}T${time(random)}Z`,
    date,
    time: (random) => `${time(random)}Z`,
    duration: (random) => `PT${1 + digit(random, 58)}M`,
    ipv4: (random) => [0, 0, 0, 0].map(() => 1 + digit(random, 253)).join("."),
    ipv6: (random) => Array.from({ length: 8 }, () => hex(random, 4)).join(":"),
    hostname: (random) => `host-${hex(random, 4)}.example.com`,
    emoji: (random) => String.fromCodePoint(0x1f600 + digit(random, 63)),
    jwt: (random) =>
      [JSON.stringify({ alg: "HS256", typ: "JWT" }), JSON.stringify({ sub: hex(random, 6) }), hex(random, 32)]
        .map(base64url)
        .join("."),
  }),
);
