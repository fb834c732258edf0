import { MissingExpectedError } from "./scorer-errors.ts";
import { valueAt } from "./value-at.ts";

/**
 * What a scorer compares with: the reference, or the field of it when it has fields. Throws `MissingExpectedError`
 * when there is none.
 */
export function expectedAt(scorer: string, expected: unknown, field: string): unknown {
  if (expected === undefined) {
    throw new MissingExpectedError(scorer, "this task has no expected; give it one or leave the scorer out");
  }
  if (field === "" || typeof expected !== "object" || expected === null) return expected;
  const at = valueAt(expected, field);
  if (!at.found || at.value === undefined) {
    throw new MissingExpectedError(scorer, `the expected of this task has no ${field}`);
  }
  return at.value;
}
