/** Copies by what they were made from, so that circles stay circles. */
type Made = Map<object, unknown>;

/**
 * The same data in objects of its own: lists, plain objects, maps and sets at every depth, dates and the like. What
 * would become something else by copying, such as a function or an object of a class, stays the same object; so does
 * what is nested deeper than can be followed. Text and numbers cost nothing.
 */
export function copyValue<T>(value: T): T {
  if (typeof value !== "object" || value === null) return value;
  try {
    return copyObject(value, new Map()) as T;
  } catch {
    return value;
  }
}

function copyPart(value: unknown, made: Made): unknown {
  if (typeof value !== "object" || value === null) return value;
  return made.get(value) ?? copyObject(value, made);
}

function copyObject(value: object, made: Made): unknown {
  const prototype = Object.getPrototypeOf(value);
  if (prototype === Array.prototype) return copyList(value as unknown[], made);
  if (prototype === Object.prototype || prototype === null) return copyPlain(value, prototype, made);
  if (prototype === Map.prototype) {
    const copy = new Map();
    made.set(value, copy);
    for (const [key, each] of value as Map<unknown, unknown>)
      copy.set(copyPart(key, made), copyPart(each, made));
    return copy;
  }
  if (prototype === Set.prototype) {
    const copy = new Set();
    made.set(value, copy);
    for (const each of value as Set<unknown>) copy.add(copyPart(each, made));
    return copy;
  }
  return copyBuiltIn(value, prototype);
}

function copyList(value: readonly unknown[], made: Made): unknown[] {
  const copy = [...value];
  made.set(value, copy);
  for (let at = 0; at < copy.length; at++) copy[at] = copyPart(copy[at], made);
  return copy;
}

function copyPlain(value: object, prototype: object | null, made: Made): object {
  const copy: Record<string, unknown> = { ...value };
  if (prototype === null) Object.setPrototypeOf(copy, null);
  made.set(value, copy);
  for (const key of Object.keys(copy)) copy[key] = copyPart(copy[key], made);
  return copy;
}

/** Dates, patterns, bytes: what the platform can copy into one of the same kind. */
function copyBuiltIn(value: object, prototype: object): unknown {
  try {
    const copy = structuredClone(value);
    return Object.getPrototypeOf(copy) === prototype ? copy : value;
  } catch {
    return value;
  }
}
