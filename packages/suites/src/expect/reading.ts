import type { ExpectationProblem } from "./expectation.ts";

/** What a part of an expectation string says, or what is wrong with it. */
export type Reading<T> = { ok: true; value: T } | { ok: false; problem: ExpectationProblem };

/** It could be read. */
export function read<T>(value: T): Reading<T> {
  return { ok: true, value };
}

/** It could not be read. */
export function wrong(code: ExpectationProblem["code"], message: string, hint: string | null = null) {
  return { ok: false as const, problem: { code, message, hint } };
}
