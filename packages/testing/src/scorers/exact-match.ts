import { expectedAt } from "./expected-at.ts";
import { jsonInText } from "./json-in-text.ts";
import { sameValue } from "./same-value.ts";
import { right, shown, wrong } from "./score-result.ts";
import type { Scorer } from "./scorer.ts";
import { valueAt } from "./value-at.ts";

/**
 * The output, or a field of it, is what is expected: as `sameValue` sees it, so that texts are compared trimmed, with
 * capitals and everything inside as it is. When the output is a text and something else is expected, the JSON in the
 * text is compared. Throws when nothing is expected.
 */
export function exactMatch(field = ""): Scorer {
  const name = field === "" ? "exactMatch" : `exactMatch(${field})`;
  return {
    name,
    score({ output, expected }) {
      const wanted = expectedAt(name, expected, field);
      const at = valueAt(output, field);
      if (!at.found) return wrong(at.reason);
      const got = typeof wanted === "string" ? at.value : parsed(at.value);
      if (sameValue(got, wanted)) return right();
      return wrong(`Expected ${shown(wanted)}, got ${shown(at.value)}.`);
    },
  };
}

function parsed(value: unknown): unknown {
  if (typeof value !== "string") return value;
  const json = jsonInText(value);
  return json.found ? json.value : value;
}
