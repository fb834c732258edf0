import { FlowError, nearestName } from "@flow-state-dev/core";

/** What a test asked of its mocks, and what it had given them. */
export interface UnmockedFacts {
  modelId: string;
  blockName: string | undefined;
  /** Names of the blocks that are mocked. */
  generators: readonly string[];
  /** Ids of the models that are mocked. */
  models: readonly string[];
}

/** A block asked for a model that is not mocked. */
export class UnmockedModelError extends FlowError {
  override readonly name = "UnmockedModelError";

  constructor(facts: UnmockedFacts) {
    super(unmockedSentence(facts), {
      code: "unmocked-model",
      blockName: facts.blockName,
      details: { modelId: facts.modelId },
    });
  }
}

/** Who asked for which model, what is mocked in its place, and what to add. */
export function unmockedSentence({ modelId, blockName, generators, models }: UnmockedFacts): string {
  const who = blockName === undefined ? `The model ${modelId}` : `Block ${blockName} with model ${modelId}`;
  const mocked = [
    ...(generators.length > 0 ? [`the blocks ${generators.join(", ")}`] : []),
    ...(models.length > 0 ? [`the models ${models.join(", ")}`] : []),
  ];
  const near = blockName === undefined ? undefined : nearestName(blockName, generators);
  const meant = near === undefined ? "" : ` Did you mean ${near}?`;
  const key = blockName === undefined ? `models["${modelId}"]` : `generators["${blockName}"]`;
  return `${who} is not mocked; mocked are ${mocked.join(" and ") || "none"}.${meant} Add ${key}, or give a modelResolver that may ask real models.`;
}

/** A mock was asked once more than its script has answers. */
export class MockExhaustedError extends FlowError {
  override readonly name = "MockExhaustedError";

  constructor(facts: { mock: string; steps: number; calls: number }) {
    const { mock, steps, calls } = facts;
    super(
      `Mock ${mock} was asked ${calls} time${calls === 1 ? "" : "s"}, its script has ${steps} step${steps === 1 ? "" : "s"} and no condition holds. Add a step, or one with a condition (when), which is used again and again.`,
      { code: "mock-exhausted", details: facts },
    );
  }
}
