import { firstWords } from "./first-words.ts";
import { type AnswerFacts, ProviderAnswerError } from "./provider-answer-error.ts";

/**
 * A server said that all went well and sent something that is no answer of a model: a page of a proxy, nothing, half
 * an answer. The model has not failed, for it has not been heard; a little later it may be.
 */
export class ForeignAnswerError extends ProviderAnswerError {
  override readonly name = "ForeignAnswerError";

  constructor(facts: AnswerFacts, body: string) {
    const { host, status, route } = facts;
    const words = firstWords(body, 120);
    const what = words === "" ? "nothing at all" : `what is no answer of a model: ${JSON.stringify(words)}`;
    const address = route.addressSetting ?? `the way to ${host}`;
    super(
      `${host} answered ${route.modelId} with HTTP ${status} and ${what}. ` +
        `A proxy may have answered in its place. Trying again may help; else check ${address}.`,
      { code: "foreign-answer", retryable: true },
      facts,
    );
  }
}
