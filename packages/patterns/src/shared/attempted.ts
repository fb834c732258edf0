import {
  type BlockDefinition,
  ContentFilteredError,
  EmptyAnswerError,
  handler,
  NoAnswerError,
  OutputValidationError,
  ToolLoopLimitError,
} from "@flow-state-dev/core";

/** What came of a piece of work. */
export type Attempted<TOutput> = { ok: true; output: TOutput } | { ok: false; error: Error };

/** What a model can do wrong by itself: one piece of work is lost by it, the others are not. */
const ownFailures = [
  ContentFilteredError,
  EmptyAnswerError,
  NoAnswerError,
  OutputValidationError,
  ToolLoopLimitError,
] as const;

/**
 * The same block with its own failures as data. What is no fault of the work (outage, missing key, spent budget,
 * abort) still fails the whole.
 */
export function attempted<TInput, TOutput>(
  block: BlockDefinition<TInput, TOutput>,
): BlockDefinition<TInput, Attempted<TOutput>> {
  const failed = handler({
    name: `${block.name}-failed`,
    execute: (error: Error): Attempted<TOutput> => ({ ok: false, error }),
  });
  return block
    .connectOutput((output): Attempted<TOutput> => ({ ok: true, output }))
    .rescue([{ when: ownFailures, block: failed }]);
}
