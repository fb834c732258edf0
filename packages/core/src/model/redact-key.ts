/** What stands in the place of a key. */
const mark = "[redacted]";

/** Shorter ones are no secrets, and taking them out would leave texts that nobody can read. */
const shortestKey = 6;

/**
 * An error of a provider, with the key taken out of everything it says: message, stack, body, headers, address, cause.
 * An error stays the same object; other objects that hold the key are copied, for they may belong to the caller.
 * Anything that does not hold it is returned as it is.
 */
export function redactKey<T>(value: T, key: string | undefined): T {
  if (!key || key.length < shortestKey) return value;
  const spellings = [...new Set([key, JSON.stringify(key).slice(1, -1), encodeURIComponent(key)])];
  const seen = new Map<object, unknown>();

  const clean = (at: unknown): unknown => {
    if (typeof at === "string") {
      return spellings.reduce((text, spelling) => text.replaceAll(spelling, mark), at);
    }
    if (typeof at !== "object" || at === null) return at;
    if (seen.has(at)) return seen.get(at);
    seen.set(at, at);
    if (at instanceof Error) return cleanError(at);
    const prototype = Object.getPrototypeOf(at);
    if (!Array.isArray(at) && prototype !== Object.prototype && prototype !== null) return at;
    const copy = cleanCopy(at);
    seen.set(at, copy);
    return copy;
  };

  const cleanError = (error: Error): Error => {
    for (const name of Reflect.ownKeys(error)) {
      const field = Object.getOwnPropertyDescriptor(error, name);
      // The stack is an accessor of the engine's own.
      const held = field && "value" in field ? field.value : name === "stack" ? error.stack : undefined;
      const cleaned = clean(held);
      if (cleaned === held) continue;
      const enumerable = field?.enumerable ?? false;
      Reflect.defineProperty(error, name, { value: cleaned, writable: true, configurable: true, enumerable });
    }
    return error;
  };

  const cleanCopy = (source: object): object => {
    const entries = Object.entries(source);
    const cleaned = entries.map(([name, held]) => [clean(name) as string, clean(held)] as const);
    if (entries.every(([name, held], index) => cleaned[index]![0] === name && cleaned[index]![1] === held)) {
      return source;
    }
    return Array.isArray(source) ? cleaned.map(([, held]) => held) : Object.fromEntries(cleaned);
  };

  return clean(value) as T;
}
