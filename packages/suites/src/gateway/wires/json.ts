import { mostTokens } from "@flow-state-dev/core";

/** JSON of unknown shape, to be looked into with care. */
export type Json = Record<string, any>;

/** What a text says as JSON; undefined when it is none. */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** The object, or an empty one. */
export function objectOf(value: unknown): Json {
  return typeof value === "object" && value !== null && !Array.isArray(value) ? (value as Json) : {};
}

/** An error in an answer; servers that only resemble a provider's give its message alone. */
export function errorOf(value: unknown): Json {
  return typeof value === "string" ? { message: value } : objectOf(value);
}

/** The list, or an empty one. */
export function listOf(value: unknown): unknown[] {
  return Array.isArray(value) ? value : [];
}

/** An id of a tool call; empty for anything that is none. */
export function idOf(value: unknown): string {
  return typeof value === "string" ? value.slice(0, 200) : "";
}

/** What a tool is called with, as text: a text as it is, and the JSON of an object that came in its place. */
export function inputText(value: unknown): unknown {
  return typeof value === "object" && value !== null ? JSON.stringify(value) : value;
}

/** A setting that is on, also when it is written as a text or a number, as some providers take it. */
export function isTrue(value: unknown): boolean {
  return value === true || value === 1 || (typeof value === "string" && /^(true|1|yes|on|y|t)$/i.test(value));
}

/** A number, also when it is written as a text, as some providers take it; undefined when it is none. */
export function numberIn(value: unknown): number | undefined {
  if (typeof value === "number") return value;
  if (typeof value !== "string" || value.trim() === "") return undefined;
  const number = Number(value);
  return Number.isNaN(number) ? undefined : number;
}

/** The largest of some limits in tokens; undefined when none of them is one. */
export function limitOf(...values: unknown[]): number | undefined {
  const limits = values
    .map(numberIn)
    .filter((value) => value !== undefined && Number.isFinite(value) && value >= 0);
  return limits.length === 0 ? undefined : Math.min(mostTokens, Math.max(...(limits as number[])));
}

/** How many answers are asked for at once: 1 unless it is a number, and no more than a provider would think of. */
export function answersOf(...values: unknown[]): number {
  const most = Math.max(1, ...values.map((value) => numberIn(value) ?? 1));
  return Math.min(10_000, most);
}
