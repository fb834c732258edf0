import { type AnswerFacts, ProviderAnswerError, statusClause } from "./provider-answer-error.ts";

/** The account behind a key has no money or no quota left. */
export class SpentQuotaError extends ProviderAnswerError {
  override readonly name = "SpentQuotaError";

  constructor(facts: AnswerFacts) {
    const { host, route } = facts;
    const key =
      route.keySetting === undefined ? `the key of ${route.provider}` : `the key in ${route.keySetting}`;
    super(
      `The account of ${key} at ${host} has no money or quota left for ${route.modelId}${statusClause(facts)}. ` +
        "Add to it or use another key; trying again will not help.",
      { code: "spent-quota", retryable: false },
      facts,
    );
  }
}
