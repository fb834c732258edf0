import { hash } from "node:crypto";
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
  // Every task of a run is hashed: no lists of lists.
  let members = "";
  for (const key of Object.keys(value).sort()) {
    const member: unknown = value[key as keyof typeof value];
    if (member === undefined || typeof member === "function") continue;
    members += `${members === "" ? "" : ","}${JSON.stringify(key)}:${canonicalJson(member)}`;
  }
  return `{${members}}`;
}

/** SHA-256 of the canonical JSON of a value, 32 hex characters: the same for equal content, whatever its key order. */
export function contentHash(value: unknown): string {
  // Not a part of the text of the whole, which would be kept with it: a run of many tasks has many of these.
  return hash("sha256", canonicalJson(value), "buffer").toString("hex", 0, 16);
}
