import { FlowError } from "../errors/flow-error.ts";

/** A model did not finish its answer in time. Worth another try: most such calls hang on one bad connection. */
export class CallTimeoutError extends FlowError {
  override readonly name = "CallTimeoutError";
  readonly modelId: string;
  readonly timeoutMs: number;

  constructor(modelId: string, timeoutMs: number) {
    super(`${modelId} did not finish within ${timeoutMs / 1000} s. Try again, or allow the call more time.`, {
      code: "call-timeout",
      retryable: true,
      details: { modelId, timeoutMs },
    });
    this.modelId = modelId;
    this.timeoutMs = timeoutMs;
  }
}
