import { type ScoreResult, slack } from "./score-result.ts";
import type { Scorer, ScorerArgs } from "./scorer.ts";
import { InvalidScorerError } from "./scorer-errors.ts";

/** What a scorer of one's own may say: a whole result, a score from 0 to 1, or only whether the output passed. */
export type CustomScore = ScoreResult | number | boolean;

/** A scorer of one's own. With a plain number the output passes from `threshold` on, 0.5 when absent. */
export function custom<TOut = unknown>(
  name: string,
  fn: (args: ScorerArgs<TOut>) => CustomScore | Promise<CustomScore>,
  options: { threshold?: number; timeoutMs?: number } = {},
): Scorer<TOut> {
  const { threshold = 0.5 } = options;
  if (typeof fn !== "function") throw new InvalidScorerError(name, "it was given no function");
  return {
    name,
    ...options,
    definition: fn,
    async score(args) {
      const said = await fn(args);
      if (typeof said === "boolean") return { score: said ? 1 : 0, passed: said };
      if (typeof said === "number") return { score: said, passed: said >= threshold - slack };
      return said;
    },
  };
}
