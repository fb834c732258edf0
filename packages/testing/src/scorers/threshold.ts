import { numberOf } from "./number-of.ts";
import { right, shown, wrong } from "./score-result.ts";
import type { Scorer } from "./scorer.ts";
import { InvalidScorerError } from "./scorer-errors.ts";
import { valueAt } from "./value-at.ts";

/**
 * The number at a field of the output lies from `min` to `max`, both included. The empty field means the output
 * itself. In a text the number is found as `findNumber` finds it.
 */
export function threshold(field: string, min: number, max?: number): Scorer {
  const range = max === undefined ? `>=${min}` : `${min}-${max}`;
  const name = `threshold(${field === "" ? "output" : field}, ${range})`;
  const upper = max ?? Number.POSITIVE_INFINITY;
  if (!(min <= upper)) throw new InvalidScorerError(name, "there is no number in this range");
  return {
    name,
    score({ output }) {
      const at = valueAt(output, field);
      if (!at.found) return wrong(at.reason);
      const value = numberOf(at.value);
      if (value === null) return wrong(`There is no number in ${shown(at.value)}.`);
      const limits = max === undefined ? `at least ${min}` : `from ${min} to ${max}`;
      return value >= min && value <= upper ? right() : wrong(`Expected ${limits}, got ${value}.`);
    },
  };
}
