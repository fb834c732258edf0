import { type AnswerBill, PlainAnswerError } from "./plain-answer-error.ts";

/** A model of one's own, plain or of the AI SDK, answered with something that is not of the form it has to have. */
export class MalformedAnswerError extends PlainAnswerError {
  override readonly name = "MalformedAnswerError";

  /** `problem` says what the field is and what it ought to be. */
  constructor(modelId: string, field: string, problem: string, bill?: AnswerBill) {
    super(
      `The model ${modelId} answered with ${field} that ${problem}. Mend its generate or stream.`,
      { code: "malformed-answer", details: { modelId, field } },
      bill,
    );
  }
}

/** A value in a few words. */
export function kindOf(value: unknown): string {
  if (value === null) return "null";
  if (Array.isArray(value)) return "a list";
  return typeof value === "undefined"
    ? "undefined"
    : typeof value === "object"
      ? "an object"
      : `a ${typeof value}`;
}
