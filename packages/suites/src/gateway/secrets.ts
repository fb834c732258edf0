const mark = "[redacted]";
/** Shorter ones are no secrets, and taking them out would leave texts that nobody can read. */
const shortest = 6;

/** Takes keys out of what providers say. */
export interface Secrets {
  text(value: string): string;
  /** The same bytes when no key is in them. */
  bytes(value: Buffer): Buffer;
  /** Plain data with all its texts clean, names of fields included. */
  data<T>(value: T): T;
}

/** What JSON and addresses spell characters with; without one of these a key stands there as it is, or not at all. */
const escapes = ["\\", "%"];

/** For these keys, in every spelling in which they can stand in JSON or an address, letter by letter. */
export function hideSecrets(keys: readonly string[]): Secrets {
  const secret = [...new Set(keys)]
    .filter((key) => key.length >= shortest)
    .sort((a, b) => b.length - a.length);
  const needles = secret.map((key) => Buffer.from(key));
  const pattern = new RegExp(secret.map(spellings).join("|"), "g");
  const text = (value: string) => {
    const mayBe = (part: string) => value.includes(part);
    return secret.some(mayBe) || escapes.some(mayBe) ? value.replace(pattern, mark) : value;
  };
  const data = (value: unknown): unknown => {
    if (typeof value === "string") return text(value);
    if (Array.isArray(value)) return value.map(data);
    if (typeof value !== "object" || value === null) return value;
    return Object.fromEntries(Object.entries(value).map(([name, each]) => [text(name), data(each)]));
  };
  if (secret.length === 0) return { text: (value) => value, bytes: (value) => value, data: (value) => value };
  return {
    text,
    data: <T>(value: T) => data(value) as T,
    bytes(value) {
      const mayBe = (part: string | Buffer) => value.includes(part);
      if (!needles.some(mayBe) && !escapes.some(mayBe)) return value;
      const before = value.toString("latin1");
      const after = before.replace(pattern, mark);
      return after === before ? value : Buffer.from(after, "latin1");
    },
  };
}

/** A pattern for a text in which each letter may be written in any way; also in JSON that is a text in JSON. */
function spellings(key: string): string {
  return [...Buffer.from(key).toString("latin1")].map(spellingsOf).join("");
}

function spellingsOf(letter: string): string {
  const code = letter.charCodeAt(0).toString(16).padStart(2, "0");
  const hex = code.replaceAll(/[a-f]/g, (digit) => `[${digit}${digit.toUpperCase()}]`);
  const plain = letter.replace(/[\\^$.*+?()[\]{}|/-]/, "\\$&");
  // JSON inside of JSON doubles backslashes; few of them, or a text of nothing else would take for ever to look
  // through.
  const escaped = /["\\/]/.test(letter) ? `\\\\{0,7}${plain}` : plain;
  return `(?:${escaped}|\\\\{1,7}u00${hex}|%${hex})`;
}
