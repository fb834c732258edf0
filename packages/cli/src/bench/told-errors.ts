import type { CaseRun } from "@flow-state-dev/suites";

/** Errors that a reader has been told in full, each with the name of the run that it was told for. */
export type ToldErrors = Map<string, string>;

/**
 * The run whose lines tell the error of this one already, by its name; null when they are yet to tell it. What the
 * setup or the machine does to one run it does to all: once is enough.
 */
export function toldFor({ outcome, error }: CaseRun, name: string, told: ToldErrors): string | null {
  if (outcome !== "infrastructure" || !error) return null;
  const before = told.get(error);
  if (before === undefined) told.set(error, name);
  return before ?? null;
}

/** A sentence that ends in an error, without it where it stands above. */
export function withoutTold(sentence: string, told: Pick<ToldErrors, "keys">): string {
  for (const error of told.keys())
    if (sentence.endsWith(`: ${error}`)) return `${sentence.slice(0, -error.length - 2)}, as told above.`;
  return sentence;
}
