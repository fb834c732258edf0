import { FlowError } from "../errors/flow-error.ts";

/** There is a limit to keep, and nobody knows what the model costs. */
export class UnpricedModelError extends FlowError {
  override readonly name = "UnpricedModelError";
  readonly modelId: string;

  constructor(modelId: string, account: string) {
    super(
      `${modelId} has no price, so the limit of ${account} cannot be kept. Add it to a prices file: ` +
        `{ "models": { ${JSON.stringify(modelId)}: { "input": 1, "output": 2 } } } (US dollars per million tokens), ` +
        "or let such calls through uncounted with allowUnpriced.",
      { code: "unpriced-model", details: { modelId, account } },
    );
    this.modelId = modelId;
  }
}
