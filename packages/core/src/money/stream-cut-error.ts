import { FlowError } from "../errors/flow-error.ts";

/** A stream broke off before the model said that it had finished. */
export class StreamCutError extends FlowError {
  override readonly name = "StreamCutError";

  constructor(modelId: string) {
    super(
      `The answer of ${modelId} broke off before its end. Try again; what had flowed by then is in the books.`,
      {
        code: "stream-cut",
        retryable: true,
        details: { modelId },
      },
    );
  }
}
