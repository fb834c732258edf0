import type { Scorer } from "./scorer.ts";

/** The same scorer under another name. */
export function named<TOut>(name: string, scorer: Scorer<TOut>): Scorer<TOut> {
  return { ...scorer, name, score: (args) => scorer.score(args) };
}
