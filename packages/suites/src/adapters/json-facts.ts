import { sumUsd } from "@flow-state-dev/core";

/** Fields of a JSON object that somebody else wrote. */
export type JsonFacts = Readonly<Record<string, unknown>>;

/** More than any run can have used: figures beyond are a mistake, and no figures. */
const mostTokens = 1e12;
/** US dollars, likewise. */
export const mostUsd = 1e6;

/** The fields of a value; none when it is no object. */
export function factsOf(value: unknown): JsonFacts {
  return typeof value === "object" && value !== null && !Array.isArray(value) ? (value as JsonFacts) : {};
}

/** The elements of a value; none when it is no list. */
export function listOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}

/** A value when it is text, else null. */
export function textOf(value: unknown): string | null {
  return typeof value === "string" ? value : null;
}

/** A value when it is a count of tokens or calls, else null. */
export function countOf(value: unknown): number | null {
  return Number.isInteger(value) && (value as number) >= 0 && (value as number) <= mostTokens
    ? (value as number)
    : null;
}

/** A value when it is an amount of US dollars, rounded to the billionth, else null. */
export function usdOf(value: unknown): number | null {
  return typeof value === "number" && value >= 0 && value <= mostUsd ? sumUsd([value]) : null;
}

/** A value when it is an HTTP status of a failure, else null. */
export function statusOf(value: unknown): number | null {
  return Number.isInteger(value) && (value as number) >= 400 && (value as number) <= 599
    ? (value as number)
    : null;
}

/** Any value as text: text as it is, content blocks by their texts, the rest as JSON where that can be written. */
export function plainText(value: unknown): string {
  if (typeof value === "string") return value;
  if (value === undefined || value === null) return "";
  if (Array.isArray(value) && value.some((each) => textOf(factsOf(each).text) !== null)) {
    return value
      .map((each) => textOf(factsOf(each).text) ?? "")
      .filter((text) => text !== "")
      .join("\n");
  }
  try {
    return JSON.stringify(value);
  } catch {
    return "[nested too deeply to be shown]";
  }
}

/** The first failure status that stands alone in a text, such as `402` in `API Error: 402 …`; else null. */
export function statusIn(text: string): number | null {
  const found = /(?<![\d.$])[45]\d\d(?![\d.]\d|\d)/.exec(text.slice(0, 2_000));
  return found ? Number(found[0]) : null;
}
