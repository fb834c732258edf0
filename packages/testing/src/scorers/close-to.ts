import { expectedAt } from "./expected-at.ts";
import { numberOf } from "./number-of.ts";
import { right, shown, wrong } from "./score-result.ts";
import type { Scorer } from "./scorer.ts";
import { InvalidScorerError, MissingExpectedError } from "./scorer-errors.ts";
import { valueAt } from "./value-at.ts";

/** What counts as close, and where the number is. */
export interface CloseToOptions {
  /** Path of the number in the output and in the reference; the whole of both when absent. */
  field?: string;
  /** How far off it may be, as a part of the number that is expected: 0.01 is one percent. */
  relative?: number;
  /** How far off it may be, in the unit of the number. */
  absolute?: number;
  /** The number that is expected, when it is the same for every task. Default: `expected` of the task. */
  value?: number;
  /** Only a number that follows these words counts, e.g. `Total:`; see `findNumber`. */
  label?: string;
  name?: string;
}

/**
 * The number in the output is close to the one expected: off by no more than the larger of `absolute` and `relative`
 * times what is expected. With neither, only what a computer loses on the way is forgiven: one part in a billion. In a
 * text the number is found as `findNumber` finds it. Throws when no number is expected.
 */
export function closeTo(options: CloseToOptions = {}): Scorer {
  const { field = "", value, label, name = field === "" ? "closeTo" : `closeTo(${field})` } = options;
  const { relative = 0, absolute = 0 } = options;
  for (const [key, tolerance] of Object.entries({ relative, absolute })) {
    if (!(tolerance >= 0 && tolerance < Number.POSITIVE_INFINITY)) {
      throw new InvalidScorerError(name, `${key} is ${tolerance}, which is no distance`);
    }
  }
  return {
    name,
    definition: options,
    score({ output, expected }) {
      const reference = value ?? expectedAt(name, expected, field);
      const wanted = numberOf(reference);
      if (wanted === null) throw new MissingExpectedError(name, `${shown(reference)} is no number`);
      const at = valueAt(output, field);
      if (!at.found) return wrong(at.reason);
      const got = numberOf(at.value, label === undefined ? {} : { label });
      if (got === null) return wrong(`There is no number in ${shown(at.value)}.`);
      const tolerance = Math.max(absolute, relative * Math.abs(wanted), 1e-9 * Math.abs(wanted));
      const distance = Math.abs(got - wanted);
      // The last bits of a distance are noise of the subtraction: 0.3 is within 0.1 of 0.2.
      const noise = 4 * Number.EPSILON * Math.max(Math.abs(got), Math.abs(wanted));
      if (distance <= tolerance + noise) return right();
      return wrong(`Expected ${wanted} give or take ${tolerance}, got ${got}.`);
    },
  };
}
