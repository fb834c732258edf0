import { FlowError } from "../errors/flow-error.ts";
import { meantModel } from "./meant-model.ts";
import { unpricedName } from "./unpriced-warning.ts";

/** Nobody knows what the model costs, and there is a limit to keep, or its cost is to be told. */
export class UnpricedModelError extends FlowError {
  override readonly name = "UnpricedModelError";
  readonly modelId: string;

  /**
   * @param account whose limit cannot be kept; null where there is none, and what it costs could not be told
   * @param pricedAs the id that the price was looked up under, when it is another
   */
  constructor(modelId: string, account: string | null, pricedAs = modelId) {
    const meant = meantModel(pricedAs);
    const add = meant === null ? "Add" : `Did you mean ${meant}? If not, add`;
    // The account of a sweep has a name that begins sentences.
    const of = account?.replace(/^The /, "the ");
    const so = account === null ? "what it costs cannot be told" : `the limit of ${of} cannot be kept`;
    super(
      `${unpricedName(modelId, pricedAs)} has no price, so ${so}. ${add} it to a prices file: ` +
        `{ "models": { ${JSON.stringify(pricedAs)}: { "input": 1, "output": 2 } } } (US dollars per million tokens, 0 for what is free), ` +
        "or let such calls through uncounted with allowUnpriced.",
      { code: "unpriced-model", details: { modelId, pricedAs, account } },
    );
    this.modelId = modelId;
  }
}
