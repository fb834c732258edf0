import {
  type GeneratorModel,
  type GeneratorModelResult,
  type ModelResolver,
  sampleJsonSchema,
} from "@flow-state-dev/core";
import {
  MockExhaustedError,
  type UnmockedFacts,
  UnmockedModelError,
  unmockedSentence,
} from "./mock-errors.ts";
import type { MockGenerator, MockStep } from "./mock-generator.ts";

/**
 * What happens when a model is asked for that is not mocked: `error` throws, `warn` tells and answers, `allow` (and
 * its other name `default`) answers.
 */
export type UnmockedPolicy = "error" | "warn" | "allow" | "default";

/** Mocks by whom they stand for. */
export interface MockModelResolverOptions {
  /** By name of the block that asks. */
  generators?: Readonly<Record<string, MockGenerator>>;
  /** By id of the model, for blocks that are not mocked themselves. */
  models?: Readonly<Record<string, MockGenerator>>;
  /** `error` when absent. */
  policy?: UnmockedPolicy;
  /** Told what is not mocked, with `warn`. A warning of the process when absent. */
  onUnmocked?: (message: string) => void;
  /**
   * What an unmocked model answers with `warn` and `allow`. When absent, a value that fits where a structured answer is
   * asked for, and the text "mock" elsewhere.
   */
  unmockedDefault?: MockStep;
}

/**
 * From model ids to mocks, so that nothing is asked and nothing spent. Throws an `UnmockedModelError` that names who
 * asked and what is mocked, unless `policy` says otherwise. Everything it answers is marked as simulated.
 */
export function createMockModelResolver(options: MockModelResolverOptions = {}): ModelResolver {
  const { policy = "error", onUnmocked = warn, unmockedDefault } = options;
  const generators = new Map(Object.entries(options.generators ?? {}));
  const models = new Map(Object.entries(options.models ?? {}));
  return (modelId, blockName) => {
    const mock = (blockName !== undefined && generators.get(blockName)) || models.get(modelId);
    if (mock) return mockModel(mock, modelId, blockName);
    const facts: UnmockedFacts = {
      modelId,
      blockName,
      generators: [...generators.keys()],
      models: [...models.keys()],
    };
    if (policy === "error") throw new UnmockedModelError(facts);
    if (policy === "warn") onUnmocked(unmockedSentence(facts));
    return {
      modelId,
      simulated: true,
      ...(unmockedDefault?.usage === undefined && { price: { input: 0, output: 0 } }),
      generate: async ({ outputSchema }) => answer(unmockedDefault ?? anyAnswer(outputSchema)),
    };
  };
}

function mockModel(mock: MockGenerator, modelId: string, blockName: string | undefined): GeneratorModel {
  return {
    modelId,
    simulated: true,
    ...(mock.price && { price: mock.price }),
    async generate({ messages }) {
      mock.calls.push({ input: messages, model: modelId, ...(blockName !== undefined && { blockName }) });
      const step = mock.next(messages);
      if (step) return answer(step);
      throw new MockExhaustedError({ mock: mock.name, steps: mock.steps, calls: mock.calls.length });
    },
  };
}

function answer({ error, toolCalls, ...step }: MockStep): GeneratorModelResult {
  if (error) throw error;
  const free = step.usage === undefined && step.costUsd === undefined;
  return { ...step, ...(free && { costUsd: 0 }), ...(toolCalls && { toolCalls: [...toolCalls] }) };
}

function anyAnswer(outputSchema: unknown): MockStep {
  if (outputSchema === undefined) return { text: "mock" };
  return { structuredOutput: sampleJsonSchema(outputSchema, { random: () => 0 }) };
}

function warn(message: string): void {
  process.emitWarning(message, "UnmockedModelWarning");
}
