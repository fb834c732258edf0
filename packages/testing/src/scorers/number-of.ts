import { type FindNumberOptions, findNumber } from "./find-number.ts";

/** A finite number as it is, or the number in a text; null when it is neither. */
export function numberOf(value: unknown, options: FindNumberOptions = {}): number | null {
  if (typeof value === "string") return findNumber(value, options);
  return typeof value === "number" && Number.isFinite(value) ? value : null;
}
