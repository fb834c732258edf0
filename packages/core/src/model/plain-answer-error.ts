import type { LanguageModelV4Usage, SharedV4ProviderMetadata } from "@ai-sdk/provider";
import { FlowError, type FlowErrorFacts } from "../errors/flow-error.ts";

/** What a plain answer says about its bill. */
export interface AnswerBill {
  usage: LanguageModelV4Usage;
  providerMetadata: SharedV4ProviderMetadata | undefined;
}

/** A model answered, but not with an answer. What it says it cost is known all the same. */
export class PlainAnswerError extends FlowError {
  override readonly name: string = "PlainAnswerError";
  /** For the books. */
  readonly bill: AnswerBill | undefined;

  constructor(message: string, facts: FlowErrorFacts, bill: AnswerBill | undefined) {
    super(message, facts);
    this.bill = bill;
  }
}
