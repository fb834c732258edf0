import { createHash } from "node:crypto";
import { InvalidRecordError } from "./errors/record-errors.ts";

/**
 * JSON with sorted keys and no spaces: equal values give equal text on any machine. Members that are undefined are
 * left out, as in JSON; numbers that JSON cannot carry are refused.
 */
export function canonicalJson(value: unknown): string {
  if (typeof value === "number" && !Number.isFinite(value))
    throw new InvalidRecordError("A number to be hashed", value, "a finite number");
  if (value === null || typeof value !== "object") return JSON.stringify(value) ?? "null";
  if (Array.isArray(value)) return `[${value.map(canonicalJson).join(",")}]`;
  if ("toJSON" in value && typeof value.toJSON === "function") return canonicalJson(value.toJSON());
  const members = Object.entries(value)
    .filter(([, member]) => member !== undefined && typeof member !== "function")
    .sort(([a], [b]) => (a < b ? -1 : a > b ? 1 : 0))
    .map(([key, member]) => `${JSON.stringify(key)}:${canonicalJson(member)}`);
  return `{${members.join(",")}}`;
}

/** SHA-256 of the canonical JSON of a value, 32 hex characters: the same for equal content, whatever its key order. */
export function contentHash(value: unknown): string {
  return createHash("sha256").update(canonicalJson(value)).digest("hex").slice(0, 32);
}
