import {
  asLanguageModel,
  type BenchmarkSubject,
  createModelResolver,
  isSimulated,
  isSimulatedId,
  type LanguageModel,
  type ModelPrice,
  type ModelResolver,
  toErrorRecord,
} from "@flow-state-dev/core";
import { setupProblemOf } from "@flow-state-dev/sweep";
import { UnmockedModelError } from "../../mocks/mock-errors.ts";
import { BenchmarkConfigError } from "../check/benchmark-config-error.ts";
import type { RunBenchmarkConfig } from "../run-benchmark-config.ts";

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
 * Resolves every model once before anything runs, those that scorers tell of among them, so that a missing key or an
 * unknown provider is an error at once, and a resolver that was given and cannot give one is a `BenchmarkConfigError`.
 * In the cells the resolver is asked again, with the name of the block.
 */
export function benchmarkResolvers(
  config: Pick<
    RunBenchmarkConfig,
    "subjects" | "model" | "modelResolver" | "judgeResolver" | "regrade" | "scorers"
  >,
  judgeModels: readonly string[],
): BenchmarkResolvers {
  const own = createModelResolver();
  const { subjects, modelResolver, judgeResolver, scorers = [] } = config;
  const executors = new Map<string, ModelResolver>();
  const asked = subjects.flatMap((subject) => modelsOf(subject, config.model));
  // Outputs that are there already need no model, and no key for one.
  const executing =
    config.regrade === undefined ? look(asked, modelResolver ?? own, { own, field: "modelResolver" }) : [];
  const judging = lookForGraders(judgeModels, "The judge is");
  const scoring = scorers.flatMap(({ name, asks = [] }) => {
    const ids = (resolver: unknown) => asks.filter((each) => each.resolver === resolver).map(({ id }) => id);
    const given = [...new Set(asks.flatMap(({ resolver }) => resolver ?? []))];
    return [
      ...lookForGraders(ids(undefined), `The scorer ${name} is`),
      ...given.flatMap((each) => look(ids(each), each, { own, field: `resolver of the scorer ${name}` })),
    ];
  });
  const models = new Map([...scoring, ...executing, ...judging]);
  function lookForGraders(ids: readonly string[], who: string) {
    try {
      return look(ids, judgeResolver ?? own, { own, field: "judgeResolver" });
    } catch (error) {
      if (judgeResolver || !modelResolver) throw error;
      const { message } = toErrorRecord(error);
      throw new BenchmarkConfigError(
        [
          `${who} not asked through modelResolver, and its model cannot be had: ${message} Or give a judgeResolver.`,
        ],
        error,
      );
    }
  }
  return {
    executor(subject) {
      const executor = subject.model ?? config.model;
      const key = JSON.stringify([executor, subject.models ?? []]);
      const known = executors.get(key) ?? forced(modelResolver ?? own, executor, subject.models ?? []);
      executors.set(key, known);
      return known;
    },
    judge: judgeResolver ?? own,
    simulated:
      [...asked, ...judgeModels, ...models.keys()].some(isSimulatedId) ||
      [...models.values()].some(isSimulated),
    models,
  };
}

/** The executor of a subject, unless it states that it asks none, and the models it asks for by itself. */
export function modelsOf({ model, models = [], calls }: BenchmarkSubject, runModel: string): string[] {
  return calls?.max === 0 ? [...models] : [model ?? runModel, ...models];
}

/** Prices that models carry themselves. */
export function ownPrices(models: BenchmarkResolvers["models"]): Record<string, ModelPrice> {
  return Object.fromEntries([...models].flatMap(([id, { price }]) => (price ? [[id, price]] : [])));
}

interface Looking {
  own: ModelResolver;
  /** What the resolver is called in the configuration. */
  field: string;
}

function look(
  ids: readonly string[],
  resolver: ModelResolver,
  { own, field }: Looking,
): [string, LanguageModel][] {
  return [...new Set(ids)].flatMap((id): [string, LanguageModel][] => {
    try {
      return [[id, asLanguageModel(resolver(id), id)]];
    } catch (error) {
      if (resolver === own || setupProblemOf(error) !== undefined) throw error;
      if (goesByBlock(resolver, error)) return [];
      throw new BenchmarkConfigError([
        `The ${field} cannot give the model ${id}: ${toErrorRecord(error).message}`,
      ]);
    }
  });
}

/** A mock may know its models by the block that asks, and which blocks will ask is not known before. */
function goesByBlock(resolver: ModelResolver, error: unknown): boolean {
  return resolver.length > 1 || error instanceof UnmockedModelError;
}

function forced(resolver: ModelResolver, executor: string, declared: readonly string[]): ModelResolver {
  const choose = (id: string) => (declared.includes(id) ? id : executor);
  const answer: ModelResolver = (id, blockName, options) => resolver(choose(id), blockName, options);
  return Object.assign(answer, {
    resolveId: (id: string, options?: Parameters<ModelResolver>[2]) =>
      resolver.resolveId?.(choose(id), options) ?? choose(id),
  });
}
