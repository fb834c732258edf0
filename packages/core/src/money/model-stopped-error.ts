import { FlowError } from "../errors/flow-error.ts";

/** A call was broken off by its own model, while nobody had told it to stop: most often by a time limit of its own. */
export class ModelStoppedError extends FlowError {
  override readonly name = "ModelStoppedError";

  constructor(modelId: string, abort: Error) {
    const said = abort.message.replace(/[.\s]+$/, "");
    super(
      `${modelId} broke off its own call (${said}). Trying again may help; else raise the time limit that it sets itself.`,
      { code: "model-stopped", retryable: true, cause: abort, details: { modelId } },
    );
  }
}
