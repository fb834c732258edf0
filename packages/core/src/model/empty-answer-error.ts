import { FlowError } from "../errors/flow-error.ts";

/** A plain model answered without text, structured output or a tool call. */
export class EmptyAnswerError extends FlowError {
  override readonly name = "EmptyAnswerError";

  constructor(modelId: string) {
    super(
      `The model ${modelId} answered with nothing. Its generate has to return text, structuredOutput or toolCalls.`,
      { code: "empty-answer", details: { modelId } },
    );
  }
}
