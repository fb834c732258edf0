import { FlowError } from "@flow-state-dev/core";

/** A request whose cost cannot be known. */
export class UncountableCallError extends FlowError {
  override readonly name = "UncountableCallError";

  /** `what` cannot be counted; `instead` is a sentence that says what to do. */
  constructor(what: string, instead: string) {
    super(`${what} cannot be counted on the wire, so the gateway does not send it on. ${instead}`, {
      code: "uncountable-call",
      retryable: false,
    });
  }
}
