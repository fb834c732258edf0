import type { Scorer } from "./scorer.ts";
import { DuplicateScorerError, InvalidScorerError } from "./scorer-errors.ts";

/**
 * Looks at the scorers of a run before anything is spent: each has a name of its own and can score. Throws
 * `DuplicateScorerError` or `InvalidScorerError`.
 */
export function checkScorers(scorers: readonly Scorer<any>[]): void {
  const names = new Set<string>();
  for (const [index, scorer] of scorers.entries()) {
    const { name, score, timeoutMs } = (scorer ?? {}) as Partial<Scorer>;
    const place = typeof name === "string" && name !== "" ? name : `at position ${index}`;
    const invalid = (problem: string) => new InvalidScorerError(place, problem);
    if (typeof name !== "string" || name === "") throw invalid("it has no name");
    if (typeof score !== "function") throw invalid("it has no function score");
    if (timeoutMs !== undefined && !(timeoutMs > 0)) throw invalid(`its timeoutMs is ${String(timeoutMs)}`);
    if (names.has(name)) throw new DuplicateScorerError(name);
    names.add(name);
  }
}
