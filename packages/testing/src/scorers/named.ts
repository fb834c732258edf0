import type { Scorer } from "./scorer.ts";

/** The same scorer under another name. */
export function named<TOut>(name: string, scorer: Scorer<TOut>): Scorer<TOut> {
  // By its own source every renamed scorer would be the same one.
  const definition = scorer.definition ?? [scorer.name, scorer.score];
  return { ...scorer, name, definition, score: (args) => scorer.score(args) };
}
