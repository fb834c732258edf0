import { shown } from "../../scorers/score-result.ts";

/** A value that is wrong where it was given, in words that tell text from numbers and objects by their kind. */
export function describeValue(value: unknown): string {
  if (typeof value === "string") return `the text ${shown(value)}`;
  if (typeof value === "function") return "a function";
  if (typeof value !== "object" || value === null) return String(value);
  const prototype: unknown = Object.getPrototypeOf(value);
  if (prototype === null || prototype === Object.prototype || Array.isArray(value)) return shown(value);
  return `an object of ${String((value as object).constructor?.name)}`;
}
