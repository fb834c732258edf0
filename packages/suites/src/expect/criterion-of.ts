import type { Expectation } from "./expectation.ts";

/** What a judge is asked for an expectation; null when it is none for a judge. */
export function criterionOf(expectation: Expectation): string | null {
  const plain = expectation.kind === "not" ? expectation.of : expectation;
  return plain.kind === "judge" ? plain.criterion : null;
}
