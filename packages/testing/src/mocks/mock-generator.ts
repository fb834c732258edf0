import type { GeneratorModelUsage, ModelPrice } from "@flow-state-dev/core";

/** One answer of a mock. A step with `error` fails; one with nothing in it is an empty answer. */
export interface MockStep {
  text?: string;
  /** Answered as JSON. */
  structuredOutput?: unknown;
  /** The generator that asks runs its tools and asks again. */
  toolCalls?: readonly { toolCallId?: string; toolName: string; args: unknown }[];
  finishReason?: string;
  /** Tokens of the call. When absent they are estimated, and the call costs nothing. */
  usage?: GeneratorModelUsage;
  /** What the call cost, whatever its tokens. */
  costUsd?: number;
  /** Thrown in place of an answer. */
  error?: Error;
}

/**
 * An answer for every call whose messages (`{ role, content }` each) fulfil a condition, as often as they come. The
 * answer stands beside the condition or, as in programs written for other versions, under `then`.
 */
export type MockCondition = { when: (messages: unknown) => boolean } & (MockStep | { then: MockStep });

/** One call of a mock. */
export interface MockCall {
  /** The messages, `{ role, content }` each. */
  input: unknown;
  model?: string;
  blockName?: string;
}

/** What a mock says. */
export interface MockGeneratorOptions {
  name: string;
  /** Steps are used up in order, conditions are not; see `next`. */
  script: readonly (MockStep | MockCondition)[];
  /** Of the tokens that its steps state; that of the model which is asked for when absent. */
  price?: ModelPrice;
}

/** Answers written down for one generator or model. It counts its calls: make one for every test. */
export interface MockGenerator {
  readonly name: string;
  readonly price: ModelPrice | undefined;
  /** Steps in the script, conditions not counted. */
  readonly steps: number;
  /** Every call there was, in order. */
  readonly calls: MockCall[];
  /**
   * The answer that is due: the first entry of the script that is a condition which holds, or a step that was not used
   * yet. Undefined when there is none.
   */
  next(messages?: unknown): MockStep | undefined;
  /** Back to the beginning. */
  reset(): void;
}

/** A mock of a generator, or of a model. */
export function mockGenerator({ name, script, price }: MockGeneratorOptions): MockGenerator {
  const entries = script.map(readEntry);
  const counted = entries.some(({ step }) => step.usage !== undefined);
  let head = 0;
  const calls: MockCall[] = [];
  return {
    name,
    price: price ?? (counted ? undefined : { input: 0, output: 0 }),
    steps: entries.filter(({ when }) => !when).length,
    calls,
    next(messages) {
      const index = entries.findIndex(({ when }, at) => (when ? when(messages) : at >= head));
      const entry = entries[index];
      if (entry && !entry.when) head = index + 1;
      return entry?.step;
    },
    reset() {
      head = 0;
      calls.length = 0;
    },
  };
}

function readEntry(entry: MockStep | MockCondition): { when?: MockCondition["when"]; step: MockStep } {
  if (!("when" in entry)) return { step: entry };
  const { when, ...step } = entry;
  return { when, step: "then" in step ? step.then : step };
}
