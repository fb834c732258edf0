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
  return (config.scorers ?? [])
    .filter(({ asksModels }) => asksModels)
    .map(({ definition }) => {
      const { models, repeats } = Object(definition) as { models?: unknown; repeats?: unknown };
      const isTold =
        Array.isArray(models) && models.length > 0 && models.every((id) => typeof id === "string");
      return {
        models: isTold
          ? (models as string[])
          : [config.judge?.panel?.[0] ?? config.judgeModel ?? config.model],
        repeats: typeof repeats === "number" && repeats >= 1 ? repeats : 1,
      };
    });
}

/** Calls of all of them for one output. */
export function askedCalls(scorers: readonly AskingScorer[]): number {
  return scorers.reduce((sum, { models, repeats }) => sum + models.length * repeats, 0);
}
