import { FlowError } from "../errors/flow-error.ts";
import { meantModel } from "./meant-model.ts";
import { unpricedName } from "./unpriced-warning.ts";

/** There is a limit to keep, and nobody knows what the model costs. */
export class UnpricedModelError extends FlowError {
  override readonly name = "UnpricedModelError";
  readonly modelId: string;

  /** `pricedAs` is the id that the price was looked up under, when it is another. */
  constructor(modelId: string, account: string, pricedAs = modelId) {
    const meant = meantModel(pricedAs);
    const add = meant === null ? "Add" : `Did you mean ${meant}? If not, add`;
    super(
      `${unpricedName(modelId, pricedAs)} has no price, so the limit of ${account} cannot be kept. ${add} it to a prices file: ` +
        `{ "models": { ${JSON.stringify(pricedAs)}: { "input": 1, "output": 2 } } } (US dollars per million tokens), ` +
        "or let such calls through uncounted with allowUnpriced.",
      { code: "unpriced-model", details: { modelId, pricedAs, account } },
    );
    this.modelId = modelId;
  }
}
