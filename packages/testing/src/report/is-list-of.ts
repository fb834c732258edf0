/** Is a value a list of such values, without null? */
export function isListOf(value: unknown, type: "string" | "object"): boolean {
  return Array.isArray(value) && value.every((each) => typeof each === type && each !== null);
}
