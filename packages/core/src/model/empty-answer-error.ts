import { type AnswerBill, PlainAnswerError } from "./plain-answer-error.ts";

/** A plain model answered without text, structured output or a tool call. */
export class EmptyAnswerError extends PlainAnswerError {
  override readonly name = "EmptyAnswerError";

  constructor(modelId: string, bill?: AnswerBill) {
    super(
      `The model ${modelId} answered with nothing. Its generate has to return text, structuredOutput or toolCalls.`,
      { code: "empty-answer", details: { modelId } },
      bill,
    );
  }
}
