import {
  type BlockDefinition,
  ContentFilteredError,
  EmptyAnswerError,
  handler,
  isRefusedRequest,
  NoAnswerError,
  OutputValidationError,
  ToolLoopLimitError,
} from "@flow-state-dev/core";

/** What came of a piece of work. */
export type Attempted<TOutput> = { ok: true; output: TOutput } | { ok: false; error: Error };

/** What a model can do wrong by itself. */
const uselessAnswers = [
  ContentFilteredError,
  EmptyAnswerError,
  NoAnswerError,
  OutputValidationError,
  ToolLoopLimitError,
] as const;

/**
 * The same block with its own failures as data: an answer that cannot be used, and a request that the provider refuses
 * for what it says or for its length. One piece of work is lost by them, the others are not. What is no fault of the
 * work (outage, wrong setup, spent budget, abort) still fails the whole, and so does an error that does not say what it
 * is: it may be a mistake in a model of somebody's own, which nobody would hear of if the work went on without it.
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
    .rescue([{ when: isOwnFailure, block: failed }]);
}

function isOwnFailure(error: Error): boolean {
  return uselessAnswers.some((each) => error instanceof each) || isRefusedRequest(error);
}
