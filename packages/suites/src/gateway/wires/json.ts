import { mostTokens, tokenCount as reportedTokens } from "@flow-state-dev/core";

/** A number of tokens as a provider reports it, rounded to a whole one; 0 for anything that is none. */
export function tokenCount(value: unknown): number {
  return reportedTokens(value) ?? 0;
}

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

/** The largest of some limits in tokens; undefined when none of them is one. */
export function limitOf(...values: unknown[]): number | undefined {
  const limits = values.filter((value): value is number => Number.isFinite(value) && (value as number) >= 0);
  return limits.length === 0 ? undefined : Math.min(mostTokens, Math.max(...limits));
}

/** How many answers are asked for at once: 1 unless it is a number, and no more than a provider would think of. */
export function answersOf(value: unknown): number {
  return typeof value === "number" ? Math.min(10_000, Math.max(1, value)) : 1;
}
