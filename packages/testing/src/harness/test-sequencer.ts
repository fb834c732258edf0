import type { BlockDefinition } from "@flow-state-dev/core";
import { type StepTrace, stepsOf } from "./step-trace.ts";
import { type TestBlockOptions, type TestBlockResult, testBlock } from "./test-block.ts";

/** How a sequencer ran in a test, step by step. */
export interface TestSequencerResult<TOutput> extends TestBlockResult<TOutput> {
  /** The blocks it ran, in the order in which they began; a block in a loop is there once for each time. */
  steps: StepTrace[];
}

/** Runs a sequencer for a test, as `testBlock` does, and tells its steps. */
export async function testSequencer<TInput, TOutput>(
  sequencer: BlockDefinition<TInput, TOutput>,
  options: TestBlockOptions<TInput>,
): Promise<TestSequencerResult<TOutput>> {
  const result = await testBlock(sequencer, options);
  return { ...result, steps: stepsOf(result.trace) };
}
