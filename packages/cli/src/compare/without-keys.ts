import {
  createModelResolver,
  type LanguageModel,
  MissingKeyError,
  type ModelResolver,
} from "@flow-state-dev/core";
import type { RunBenchmarkConfig } from "@flow-state-dev/testing";

/** The same for a plan that asks no model anything, so that models whose keys are missing can be planned with too. */
export function withoutKeys(config: RunBenchmarkConfig): RunBenchmarkConfig {
  const { modelResolver, judgeResolver } = config;
  return {
    ...config,
    modelResolver: needingNone(modelResolver ?? createModelResolver()),
    judgeResolver: needingNone(judgeResolver ?? createModelResolver()),
  };
}

function needingNone(resolver: ModelResolver): ModelResolver {
  const lenient: ModelResolver = (id, blockName, options) => {
    try {
      return resolver(id, blockName, options);
    } catch (error) {
      if (error instanceof MissingKeyError) return silent(id, error);
      throw error;
    }
  };
  // One that looks at more than the id is known by how many arguments it takes.
  return Object.defineProperty(Object.assign(lenient, resolver), "length", { value: resolver.length });
}

/** A model of which only the name is known. */
function silent(modelId: string, error: MissingKeyError): LanguageModel {
  const refuse = () => Promise.reject(error);
  return {
    ...{ specificationVersion: "v4", provider: "without-key", modelId, supportedUrls: {} },
    ...{ doGenerate: refuse, doStream: refuse },
  };
}
