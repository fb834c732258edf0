import type { LanguageModelV4 } from "@ai-sdk/provider";
import type { ModelPrice } from "../money/model-price.ts";

/**
 * The model contract: the AI SDK's language model, so that every AI SDK provider and its test doubles fit.
 * A model may carry its own price, and says so when what it answers is made up.
 */
export type LanguageModel = LanguageModelV4 & {
  readonly price?: ModelPrice;
  /** Id of the model whose price counts, when it is not its own. */
  readonly pricedAs?: string;
  /** True for `sim/` and `scripted:` models; whatever was made with one is labelled. */
  readonly simulated?: boolean;
};

/** Is what the model answers made up? Also seen when somebody has wrapped it and dropped its own word for it. */
export function isSimulated({ simulated, provider }: LanguageModel): boolean {
  return simulated ?? /^(sim|scripted)\./.test(provider);
}
