import { describeValue } from "./describe-value.ts";

/** What is wrong with a whole number from 1, in a sentence. Like the others here: nothing when it is left out. */
export function countProblem(field: string, value: unknown): string[] {
  if (value === undefined || (Number.isInteger(value) && (value as number) >= 1)) return [];
  return [`${field} is ${describeValue(value)}; it has to be a whole number from 1.`];
}

/** What is wrong with a whole number, whichever it is. */
export function wholeNumberProblem(field: string, value: unknown): string[] {
  if (value === undefined || Number.isInteger(value)) return [];
  return [`${field} is ${describeValue(value)}; it has to be a whole number.`];
}

/** What is wrong with a number above 0, and below `limit`; `wanted` says what it stands for. */
export function amountProblem(
  field: string,
  value: unknown,
  wanted: string,
  limit = Number.POSITIVE_INFINITY,
): string[] {
  if (value === undefined || (typeof value === "number" && value > 0 && value < limit)) return [];
  return [`${field} is ${describeValue(value)}; it has to be ${wanted}.`];
}

/** What is wrong with a budget in dollars. One of 0 is spent before anything costs, so that only what is free runs. */
export function budgetProblem(field: string, value: unknown): string[] {
  if (value === undefined || (Number.isFinite(value) && (value as number) >= 0)) return [];
  return [`${field} is ${describeValue(value)}; it has to be an amount of dollars, 0 or more.`];
}

/** What is wrong with a switch. */
export function booleanProblem(field: string, value: unknown): string[] {
  if (value === undefined || typeof value === "boolean") return [];
  return [`${field} is ${describeValue(value)}; it has to be true or false.`];
}

/** What is wrong with a function; `what` says what it does. */
export function functionProblem(field: string, value: unknown, what: string): string[] {
  if (value === undefined || typeof value === "function") return [];
  return [`${field} is ${describeValue(value)}; it has to be a function ${what}, or be left out.`];
}

/** What is wrong with an object of settings; `what` says what it holds. */
export function objectProblem(field: string, value: unknown, what: string): string[] {
  if (value === undefined || (typeof value === "object" && value !== null && !Array.isArray(value)))
    return [];
  return [`${field} is ${describeValue(value)}; it has to be an object of ${what}, or be left out.`];
}

/** What is wrong with a signal. */
export function signalProblem(field: string, value: unknown): string[] {
  if (value === undefined || value === null || value instanceof AbortSignal) return [];
  return [
    `${field} is ${describeValue(value)}; it has to be an AbortSignal, such as the signal of an AbortController.`,
  ];
}

/** What is wrong with a list in which places are left empty, as by a comma too many: looking through it skips them. */
export function gapProblem(field: string, value: unknown): string[] {
  if (!Array.isArray(value)) return [];
  for (let at = 0; at < value.length; at++)
    if (!(at in value)) return [`${field} has nothing at place ${at + 1}: take out a comma too many.`];
  return [];
}
