import { shown } from "./score-result.ts";
import type { Scorer } from "./scorer.ts";
import { DuplicateScorerError, InvalidScorerError } from "./scorer-errors.ts";

/**
 * Looks at the scorers of a run before anything is spent: each has a name of its own and can score. Throws
 * `DuplicateScorerError` or `InvalidScorerError`.
 */
export function checkScorers(scorers: readonly Scorer<any>[]): void {
  if (!Array.isArray(scorers)) throw new InvalidScorerError("list", "it is none; write scorers: [ … ]");
  const names = new Set<string>();
  for (const [index, scorer] of scorers.entries()) {
    checkScorer(scorer, `at position ${index}`);
    if (names.has(scorer.name)) throw new DuplicateScorerError(scorer.name);
    names.add(scorer.name);
  }
}

/** Looks at one scorer. Throws `InvalidScorerError` by its name; by `place`, such as `at position 0`, without one. */
export function checkScorer(scorer: unknown, place: string): void {
  const { name, score, timeoutMs, threshold, asksModels, asks } = (scorer ?? {}) as Partial<
    Record<keyof Scorer, unknown>
  >;
  const called = typeof name === "string" && name !== "" ? name : place;
  const invalid = (problem: string) => new InvalidScorerError(called, problem);
  if (Array.isArray(scorer)) throw invalid("it is a list; give what it holds one by one");
  if (typeof name !== "string" || name === "") throw invalid("it has no name");
  if (typeof score !== "function") throw invalid("it has no function score");
  if (timeoutMs !== undefined && !(typeof timeoutMs === "number" && timeoutMs > 0))
    throw invalid(`its timeoutMs is ${shown(timeoutMs)}; it has to be milliseconds above 0`);
  if (threshold !== undefined && !(typeof threshold === "number" && !Number.isNaN(threshold)))
    throw invalid(`its threshold is ${shown(threshold)}; it has to be a number`);
  if (asksModels !== undefined && typeof asksModels !== "boolean")
    throw invalid(`its asksModels is ${shown(asksModels)}; it has to be true or false`);
  if (asks !== undefined && !(Array.isArray(asks) && asks.every(isAsked)))
    throw invalid(
      `its asks is ${shown(asks)}; it has to be a list of models, such as [{ id: "gpt-5.4-mini" }]`,
    );
}

function isAsked(value: unknown): boolean {
  const { id, repeats = 1, resolver = null } = Object(value) as Record<string, unknown>;
  return (
    typeof id === "string" &&
    id.trim() !== "" &&
    Number.isInteger(repeats) &&
    (repeats as number) >= 1 &&
    (resolver === null || typeof resolver === "function")
  );
}
