import {
  asLanguageModel,
  type BenchmarkSubject,
  createModelResolver,
  isSimulated,
  type LanguageModel,
  type ModelPrice,
  type ModelResolver,
  parseModelId,
} from "@flow-state-dev/core";
import { setupProblemOf } from "@flow-state-dev/sweep";
import type { RunBenchmarkConfig } from "./run-benchmark-config.ts";

/** From which models the cells of a run get their answers. */
export interface BenchmarkResolvers {
  /** The resolver of a subject: every id it asks for is answered by its executor, but for models it declares. */
  executor(subject: BenchmarkSubject): ModelResolver;
  judge: ModelResolver;
  /** A simulated or scripted model takes part. */
  simulated: boolean;
  /** The models that could be had before the run, by the id they were asked for by. */
  models: ReadonlyMap<string, LanguageModel>;
}

/**
 * Resolves every model once before anything runs, so that a missing key or an unknown provider is an error at once.
 * A resolver that was given is asked for the executor's id too, with the name of the block.
 */
export function benchmarkResolvers(
  config: Pick<RunBenchmarkConfig, "subjects" | "model" | "modelResolver" | "judgeResolver">,
  judgeModels: readonly string[],
): BenchmarkResolvers {
  const own = createModelResolver();
  const { subjects, modelResolver, judgeResolver } = config;
  const executors = new Map<string, ModelResolver>();
  const asked = subjects.flatMap((subject) => modelsOf(subject, config.model));
  const models = new Map([
    ...look(asked, modelResolver ?? own, own),
    ...look(judgeModels, judgeResolver ?? own, own),
  ]);
  return {
    executor(subject) {
      const executor = subject.model ?? config.model;
      const key = JSON.stringify([executor, subject.models ?? []]);
      const known = executors.get(key) ?? forced(modelResolver ?? own, executor, subject.models ?? []);
      executors.set(key, known);
      return known;
    },
    judge: judgeResolver ?? own,
    simulated: [...asked, ...judgeModels].some(isMadeUp) || [...models.values()].some(isSimulated),
    models,
  };
}

/** The executor of a subject, and the models it asks for by itself. */
export function modelsOf({ model, models = [] }: BenchmarkSubject, runModel: string): string[] {
  return [model ?? runModel, ...models];
}

/** Prices that models carry themselves. */
export function ownPrices(models: BenchmarkResolvers["models"]): Record<string, ModelPrice> {
  return Object.fromEntries([...models].flatMap(([id, { price }]) => (price ? [[id, price]] : [])));
}

/** A mock may know its models by the block that asks; of those only what is wrong with the setup is an error here. */
function look(
  ids: readonly string[],
  resolver: ModelResolver,
  own: ModelResolver,
): [string, LanguageModel][] {
  return [...new Set(ids)].flatMap((id): [string, LanguageModel][] => {
    try {
      return [[id, asLanguageModel(resolver(id), id)]];
    } catch (error) {
      if (resolver === own || setupProblemOf(error) !== undefined) throw error;
      return [];
    }
  });
}

function forced(resolver: ModelResolver, executor: string, declared: readonly string[]): ModelResolver {
  const choose = (id: string) => (declared.includes(id) ? id : executor);
  const answer: ModelResolver = (id, blockName, options) => resolver(choose(id), blockName, options);
  return Object.assign(answer, {
    resolveId: (id: string, options?: Parameters<ModelResolver>[2]) =>
      resolver.resolveId?.(choose(id), options) ?? choose(id),
  });
}

function isMadeUp(modelId: string): boolean {
  try {
    const { kind } = parseModelId(modelId);
    return kind === "sim" || kind === "scripted";
  } catch {
    return false;
  }
}
