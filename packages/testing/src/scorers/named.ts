import { checkScorer } from "./check-scorers.ts";
import type { Scorer } from "./scorer.ts";

/** The same scorer under another name. */
export function named<TOut>(name: string, scorer: Scorer<TOut>): Scorer<TOut> {
  checkScorer(scorer, `that is to be named ${name}`);
  // By its own source every renamed scorer would be the same one.
  const definition = scorer.definition ?? [scorer.name, scorer.score];
  return { ...scorer, name, definition, score: (args) => scorer.score(args) };
}
