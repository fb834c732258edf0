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

/** For these keys, in every spelling in which they can stand in JSON or an address. */
export function hideSecrets(keys: readonly string[]): Secrets {
  const spellings = [
    ...new Set(
      keys
        .filter((key) => key.length >= shortest)
        .flatMap((key) => [key, JSON.stringify(key).slice(1, -1), encodeURIComponent(key)]),
    ),
  ].sort((a, b) => b.length - a.length);
  const needles = spellings.map((spelling) => Buffer.from(spelling));
  const text = (value: string) => spellings.reduce((all, spelling) => all.replaceAll(spelling, mark), value);
  const data = (value: unknown): unknown => {
    if (typeof value === "string") return text(value);
    if (Array.isArray(value)) return value.map(data);
    if (typeof value !== "object" || value === null) return value;
    return Object.fromEntries(Object.entries(value).map(([name, each]) => [text(name), data(each)]));
  };
  return {
    text,
    data: <T>(value: T) => (spellings.length === 0 ? value : (data(value) as T)),
    bytes(value) {
      if (!needles.some((needle) => value.includes(needle))) return value;
      return Buffer.from(text(value.toString("latin1")), "latin1");
    },
  };
}
