import { messageOf } from "../../errors/as-error.ts";
import { FlowError } from "../../errors/flow-error.ts";
import { isRetryable } from "../../model/retryable.ts";

/** The provider's filter or the model itself declined to answer. */
export class ContentFilteredError extends FlowError {
  override readonly name: string = "ContentFilteredError";

  constructor(facts: { blockName: string; modelId: string; raw: string | undefined }) {
    const raw = facts.raw ? ` (${facts.raw})` : "";
    super(
      `${facts.modelId} declined to answer block "${facts.blockName}" or its answer was filtered${raw}.`,
      {
        code: "content-filtered",
        blockName: facts.blockName,
        details: { modelId: facts.modelId },
      },
    );
  }
}

/** A model ended its turn without text and without a tool call. */
export class NoAnswerError extends FlowError {
  override readonly name: string = "NoAnswerError";

  /** `thoughts`: it holds what the model thought, and nothing else. */
  constructor(facts: { blockName: string; modelId: string; finishReason: string; thoughts: boolean }) {
    const ended = `it ended with "${facts.finishReason}"`;
    const advice =
      facts.finishReason === "length"
        ? "it used up its output tokens before it came to an answer; raise maxTokens or lower reasoning"
        : facts.thoughts
          ? `${ended} and holds thoughts alone; lower reasoning, or look whether its server takes the answer for thoughts`
          : ended;
    super(`${facts.modelId} gave block "${facts.blockName}" an empty answer: ${advice}.`, {
      code: "no-answer",
      blockName: facts.blockName,
      details: { modelId: facts.modelId, finishReason: facts.finishReason },
    });
  }
}

/** A model ended its turn saying that something broke on its side. */
export class BrokenAnswerError extends FlowError {
  override readonly name: string = "BrokenAnswerError";

  constructor(facts: { blockName: string; modelId: string; finishReason: string }) {
    super(
      `${facts.modelId} broke off its answer to block "${facts.blockName}" (${facts.finishReason}); try again.`,
      {
        code: "broken-answer",
        retryable: true,
        blockName: facts.blockName,
        details: { modelId: facts.modelId },
      },
    );
  }
}

/** A model kept calling tools and never answered. */
export class ToolLoopLimitError extends FlowError {
  override readonly name: string = "ToolLoopLimitError";

  constructor(facts: { blockName: string; maxIterations: number }) {
    super(
      `Block "${facts.blockName}" got tool calls only in all of its ${facts.maxIterations} calls; raise maxIterations or give fewer tools.`,
      {
        code: "tool-loop-limit",
        blockName: facts.blockName,
        details: { maxIterations: facts.maxIterations },
      },
    );
  }
}

/** All models of a list failed. */
export class AllModelsFailedError extends FlowError {
  override readonly name: string = "AllModelsFailedError";

  constructor(blockName: string, failures: readonly { modelId: string; error: unknown }[]) {
    const list = failures.map(({ modelId, error }) => `${modelId}: ${messageOf(error)}`);
    super(`All ${failures.length} models of block "${blockName}" failed. ${list.join(" | ")}`, {
      code: "all-models-failed",
      retryable: failures.some(({ error }) => isRetryable(error)),
      blockName,
      cause: failures.at(-1)?.error,
      details: { models: failures.map(({ modelId }) => modelId) },
    });
  }
}
