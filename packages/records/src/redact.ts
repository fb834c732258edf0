import { isUtf8 } from "node:buffer";
import { InvalidRecordError } from "./errors/record-errors.ts";
import { maxJsonDepth } from "./json-depth.ts";

/** Takes secrets out of what is about to be stored. Its time grows with the length only. */
export interface Redactor {
  text(text: string): string;
  /**
   * Deep, keys included. Gives back the same object when there is nothing to take out. Throws `InvalidRecordError` for
   * what is nested deeper than 256 levels, or without end.
   */
  json<T>(value: T): T;
  /** Bytes that are valid UTF-8 are looked at as text, others byte by byte; the same array when nothing is found. */
  bytes(bytes: Uint8Array): Uint8Array;
}

/** What stands in place of a secret. */
export const redacted = "[redacted]";

/** Values shorter than this are no keys; taking them out would spoil ordinary text. */
const minimumLength = 8;

const secretName =
  /(?:^|_)(?:API_?KEY|ACCESS_KEY|SECRET_KEY|PRIVATE_KEY|SIGNING_KEY|ENCRYPTION_KEY|AUTH_?TOKEN|TOKEN|PAT|SECRET|PASSWORD|PASSWD|PASSPHRASE)S?(?:_?\d+)?$/i;
/** Names that often mean something else; their value has to look like a key too. */
const keyName = /(?:^|_)KEYS?(?:_?\d+)?$/i;

// Every pattern starts with a literal and is bounded, or consumes what it scanned: a hostile text of any length takes
// linear time. What stands before a key is not looked at, for in JSON, URLs and terminals it may end in any letter;
// where words could be meant ("task-force-2030"), `isRandom` tells.
const shapes = [
  /sk-[A-Za-z0-9_-]{16,}/,
  /[sr]k_(?:live|test)_[A-Za-z0-9]{16,}/,
  /nvapi-[A-Za-z0-9_-]{20,}/,
  /AIza[A-Za-z0-9_-]{30,}/,
  /gh[opsur]_[A-Za-z0-9]{20,}/,
  /github_pat_[A-Za-z0-9_]{20,}/,
  /glpat-[A-Za-z0-9_-]{16,}/,
  /xox[a-z]-[A-Za-z0-9-]{10,}/,
  /xapp-[A-Za-z0-9-]{20,}/,
  /(?:AKIA|ASIA)[A-Z0-9]{16}/,
  /(?:hf|gsk|npm|r8|vck)_[A-Za-z0-9]{20,}/,
  /(?:xai|pplx)-[A-Za-z0-9]{20,}/,
  /(?<=eyJ[A-Za-z0-9_-]{8,1024}\.)eyJ[A-Za-z0-9_-]{8,}\.[A-Za-z0-9_-]*/,
  /-----BEGIN [A-Z ]{0,40}PRIVATE KEY(?: BLOCK)?-----(?:[^-]|-(?!----)){0,20000}(?:-----END [A-Z ]{0,40}PRIVATE KEY(?: BLOCK)?-----)?/,
];

// These keep what stands before the secret, so that a reader still sees what it was.
const led = [
  /([Bb]earer|BEARER)(\s{1,8}|%20)(?=[A-Za-z._~+/=-]{0,256}\d|[A-Za-z._~+/=-]{20})[A-Za-z0-9._~+/=-]{8,}/,
  /([Aa]uthorization|AUTHORIZATION)(\\?["']?\s{0,4}[:=]\s{0,4}\\?["']?(?:[Bb]asic|[Tt]oken)\s{1,4})[A-Za-z0-9._~+/=-]{6,}/,
  /(:)(\/\/)[^\s/:@"'<>]{0,256}:[^\s/@"'<>]{1,1024}(?=@)/,
  /([Aa][Pp][Ii][-_]?[Kk][Ee][Yy])(\\?["']?\s{0,4}[:=]\s{0,4}\\?["']?)[A-Za-z0-9._~+/=-]{16,}/,
];

/** Does it hold a stretch that nobody would write as words? */
function isRandom(text: string): boolean {
  return text
    .split(/[^A-Za-z0-9]/)
    .some((part) => (part.length >= 12 && /[0-9A-Z]/.test(part)) || part.length >= 24);
}

/**
 * A redactor for known key shapes (API keys, bearer tokens, JSON web tokens, private keys, credentials in URLs) and
 * for the values of the key variables in `env`, by default those of this process at this moment.
 */
export function createRedactor(
  options: { env?: Readonly<Record<string, string | undefined>> } = {},
): Redactor {
  const values = secretValues(options.env ?? process.env).map(escapeForRegExp);
  const known = values.length === 0 ? null : new RegExp(values.join("|"), "g");
  const looks = [...led, ...shapes].map(({ source }) => source);
  const either = new RegExp([...looks, ...values].join("|"));
  const shaped = new RegExp(looks.join("|"), "g");

  const text = (value: string) => {
    // Nearly always nothing is found, and one look is enough.
    if (value.length < minimumLength || !either.test(value)) return value;
    const spans: Span[] = [];
    for (const match of value.matchAll(shaped)) {
      const span = secretOf(match);
      if (span) spans.push(span);
    }
    // A value that is known to be one goes whatever it looks like and stands in.
    for (const { 0: secret, index } of known ? value.matchAll(known) : [])
      spans.push([index, index + secret.length]);
    return without(value, spans);
  };

  const json = (value: unknown, above: number): unknown => {
    if (typeof value === "string") return text(value);
    if (value === null || typeof value !== "object") return value;
    if (above >= maxJsonDepth) throw tooDeep();
    const inside = above + 1;
    if (Array.isArray(value)) return redactItems(value, json, inside);
    if ("toJSON" in value && typeof value.toJSON === "function") return json(value.toJSON(), inside);
    return redactMembers(value as Record<string, unknown>, text, json, inside);
  };

  const bytes = (value: Uint8Array) => {
    const buffer = Buffer.from(value.buffer, value.byteOffset, value.byteLength);
    const encoding = isUtf8(buffer) ? "utf8" : "latin1";
    const before = buffer.toString(encoding);
    const after = text(before);
    return after === before ? value : new Uint8Array(Buffer.from(after, encoding));
  };

  return { text, json: <T>(value: T) => json(value, 0) as T, bytes };
}

/** From where to where, the end not included. */
type Span = readonly [start: number, end: number];

/** Where the secret of a match is, behind what leads to it; null when it is words after all. */
function secretOf(match: RegExpExecArray): Span | null {
  const [{ length }, ...groups] = match;
  const lead = groups.join("");
  const unsure = match[0].startsWith("sk-") || /^api/i.test(lead);
  if (unsure && !isRandom(match[0].slice(lead.length))) return null;
  const start = match[0].startsWith("eyJ") ? tokenStart(match) : match.index + lead.length;
  return [start, match.index + length];
}

/**
 * Where a JSON web token begins. It is found by its second part: from each of the first parts on, of which a text may
 * hold any number one after the other, there would be a thousand characters to look at.
 */
function tokenStart({ input, index }: RegExpExecArray): number {
  const from = Math.max(0, index - 1_028);
  return from + input.slice(from, index).search(/eyJ[A-Za-z0-9_-]{8,}\.$/);
}

/** The text without these spans; those that overlap go as one. */
function without(text: string, spans: Span[]): string {
  const parts: string[] = [];
  let end = 0;
  for (const [start, stop] of spans.sort(([a], [b]) => a - b)) {
    if (start >= end) parts.push(text.slice(end, start), redacted);
    end = Math.max(end, stop);
  }
  return parts.join("") + text.slice(end);
}

type RedactJson = (value: unknown, above: number) => unknown;

function tooDeep(): InvalidRecordError {
  return new InvalidRecordError(
    "JSON to be stored",
    `nested deeper than ${maxJsonDepth} levels, or holds itself`,
    "plain data",
  );
}

function redactItems(items: unknown[], json: RedactJson, above: number): unknown[] {
  let changed: unknown[] | null = null;
  for (let i = 0; i < items.length; i++) {
    const item = json(items[i], above);
    if (item === items[i]) continue;
    changed ??= items.slice();
    changed[i] = item;
  }
  return changed ?? items;
}

function redactMembers(
  members: Record<string, unknown>,
  text: (value: string) => string,
  json: RedactJson,
  above: number,
): Record<string, unknown> {
  // Nearly always nothing is found; only then is anything made.
  let entries: [string, unknown][] | null = null;
  for (const key in members) {
    if (!Object.hasOwn(members, key)) continue;
    const member = members[key];
    const cleanKey = text(key);
    const clean = json(member, above);
    if (entries === null) {
      if (cleanKey === key && clean === member) continue;
      entries = entriesBefore(members, key);
    }
    entries.push([cleanKey, clean]);
  }
  return entries === null ? members : toObject(entries);
}

function entriesBefore(members: Record<string, unknown>, end: string): [string, unknown][] {
  const keys = Object.keys(members);
  return keys.slice(0, keys.indexOf(end)).map((key) => [key, members[key]]);
}

/** Two keys may have become the same; none of their values gets lost. */
function toObject(entries: readonly [string, unknown][]): Record<string, unknown> {
  const seen = new Map<string, number>();
  return Object.fromEntries(
    entries.map(([key, member]) => {
      const count = (seen.get(key) ?? 0) + 1;
      seen.set(key, count);
      return [count === 1 ? key : `${key} ${count}`, member];
    }),
  );
}

/** Secret values of an environment, longest first, in the forms in which they turn up. */
function secretValues(env: Readonly<Record<string, string | undefined>>): string[] {
  const values = new Set<string>();
  for (const [name, value] of Object.entries(env)) {
    if (value === undefined) continue;
    const named = secretName.test(name) || (keyName.test(name) && isRandom(value));
    const secret = named ? value.trim() : (passwordOf(value) ?? "");
    if (secret.length < minimumLength) continue;
    const buffer = Buffer.from(secret);
    for (const encoding of ["base64", "base64url", "hex"] as const) values.add(buffer.toString(encoding));
    values.add(secret);
    values.add(JSON.stringify(secret).slice(1, -1));
    values.add(encodeURIComponent(secret.toWellFormed()));
  }
  return [...values].filter((value) => !redacted.includes(value)).sort((a, b) => b.length - a.length);
}

function passwordOf(value: string): string | null {
  return /^[a-z][a-z0-9+.-]{0,30}:\/\/[^\s/:@]{0,256}:([^\s/@]{1,1024})@/i.exec(value)?.[1] ?? null;
}

function escapeForRegExp(text: string): string {
  return text.replace(/[\\^$.*+?()[\]{}|/-]/g, "\\$&");
}
