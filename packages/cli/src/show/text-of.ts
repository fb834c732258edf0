/**
 * A value of a record as text: text as it is, anything else as JSON. Records come from elsewhere too, where a number or
 * an object may stand for a text, and an object may bring a `toString` that is no function.
 */
export function textOf(value: unknown): string {
  return typeof value === "string" ? value : (JSON.stringify(value, null, 1) ?? "");
}
