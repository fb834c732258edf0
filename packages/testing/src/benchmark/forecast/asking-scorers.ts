import type { RunBenchmarkConfig } from "../run-benchmark-config.ts";

/** What a scorer that asks models asks for each output, as far as it tells. */
export interface AskingScorer {
  models: readonly string[];
  /** Of each model. */
  repeats: number;
}

/** The scorers that ask models. One that does not tell which is taken to ask the judge's, once. */
export function askingScorers(
  config: Pick<RunBenchmarkConfig, "scorers" | "judge" | "judgeModel" | "model">,
): AskingScorer[] {
  const judge = config.judge?.panel?.[0] ?? config.judgeModel ?? config.model;
  return (config.scorers ?? [])
    .filter(({ asksModels }) => asksModels)
    .flatMap(({ asks = [{ id: judge }] }) => asks.map(({ id, repeats = 1 }) => ({ models: [id], repeats })));
}

/** Calls of all of them for one output. */
export function askedCalls(scorers: readonly AskingScorer[]): number {
  return scorers.reduce((sum, { models, repeats }) => sum + models.length * repeats, 0);
}
