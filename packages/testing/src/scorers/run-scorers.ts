import { checkScorers } from "./check-scorers.ts";
import { runScorer, type ScorerOutcome } from "./run-scorer.ts";
import type { Scorer, ScorerArgs } from "./scorer.ts";

/** How scorers are run. */
export interface RunScorersOptions {
  /** For each scorer that does not say itself; two minutes when absent. */
  timeoutMs?: number;
}

/** What all scorers say of an output. */
export interface ScorerResults {
  /** One for each scorer, in their order. */
  outcomes: readonly ScorerOutcome[];
  /** By name of the scorer, 0 to 1. One that gave no score is not in it. */
  scores: Record<string, number>;
  /** By name of the scorer: why it gave no score. */
  errors: Record<string, string>;
  /** There is a score, and no scorer that gave one says that the output did not pass. */
  passed: boolean;
}

/**
 * Runs scorers one after the other, in their order. What goes wrong in a scorer costs its own score and nothing else.
 * Rejects only before the first one runs, when two have the same name or one is no scorer.
 */
export async function runScorers<TOut>(
  scorers: readonly Scorer<TOut>[],
  args: ScorerArgs<TOut>,
  options: RunScorersOptions = {},
): Promise<ScorerResults> {
  checkScorers(scorers);
  const outcomes: ScorerOutcome[] = [];
  for (const scorer of scorers) outcomes.push(await runScorer(scorer, args, options.timeoutMs));
  const scored = outcomes.filter((outcome) => outcome.ok);
  const lost = outcomes.filter((outcome) => !outcome.ok);
  return {
    outcomes,
    scores: Object.fromEntries(scored.map(({ name, score }) => [name, score])),
    errors: Object.fromEntries(lost.map(({ name, reason }) => [name, reason])),
    passed: scored.length > 0 && scored.every(({ passed }) => passed),
  };
}
