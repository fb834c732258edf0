import { sameValue } from "./same-value.ts";
import { right, shown, wrong } from "./score-result.ts";
import type { Scorer } from "./scorer.ts";
import { InvalidScorerError } from "./scorer-errors.ts";
import { valueAt } from "./value-at.ts";

/** What stands at a path of the output (`a.b.0`), or of the JSON in it, is this value, as `sameValue` sees it. */
export function jsonPath(path: string, value: unknown): Scorer {
  const name = `jsonPath(${path})`;
  if (typeof path !== "string") throw new InvalidScorerError(name, "its path has to be a text");
  if (value === undefined) throw new InvalidScorerError(name, "it was given no value to compare with");
  return {
    name,
    definition: value,
    score({ output }) {
      const at = valueAt(output, path);
      if (!at.found) return wrong(at.reason);
      if (sameValue(at.value, value)) return right();
      return wrong(`Expected ${shown(value)} at ${path}, got ${shown(at.value)}.`);
    },
  };
}
