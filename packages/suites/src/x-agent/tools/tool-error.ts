import { FlowError } from "@flow-state-dev/core";

/** What the model asked for cannot be done; the message tells it what to do instead. */
export class ToolError extends FlowError {
  override readonly name = "ToolError";

  constructor(message: string) {
    super(message, { code: "tool-refused" });
  }
}
