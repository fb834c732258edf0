import type { LanguageModelV4 } from "@ai-sdk/provider";
import type { ModelPrice } from "../money/model-price.ts";

/** What our models know of themselves, beside what every model of the AI SDK knows. */
export interface ModelFacts {
  readonly price?: ModelPrice;
  /** Id of the model whose price counts, when it is not its own. */
  readonly pricedAs?: string;
  /** True for `sim/` and `scripted:` models; whatever was made with one is labelled. */
  readonly simulated?: boolean;
  /**
   * Where it is asked, when that is not where its provider always is. Two servers may have a model of one name, so
   * the answers of one are not kept for the other.
   */
  readonly address?: string;
}

/**
 * The model contract: the AI SDK's language model, so that every AI SDK provider and its test doubles fit.
 * A model may carry its own price, and says so when what it answers is made up.
 */
export type LanguageModel = LanguageModelV4 & ModelFacts;

/** What a model knows of itself, for one that stands in its place. */
export function factsOf({ price, pricedAs, simulated, address }: LanguageModel): ModelFacts {
  return {
    ...(price !== undefined && { price }),
    ...(pricedAs !== undefined && { pricedAs }),
    ...(simulated !== undefined && { simulated }),
    ...(address !== undefined && { address }),
  };
}

/** Is what the model answers made up? Also seen when somebody has wrapped it and dropped its own word for it. */
export function isSimulated({ simulated, provider }: LanguageModel): boolean {
  return simulated ?? /^(sim|scripted)\./.test(provider);
}
