/** Is a value a list of nothing but such values? A place that is left empty counts as undefined. */
export function isListOf(value: unknown, holds: (each: unknown) => boolean): boolean {
  // Going through a list skips places that are left empty, going through a copy does not.
  return Array.isArray(value) && Array.from(value).every(holds);
}

/** For a list of texts. */
export function isText(value: unknown): boolean {
  return typeof value === "string";
}

/** For a list of objects; null is none. */
export function isObject(value: unknown): boolean {
  return typeof value === "object" && value !== null;
}
