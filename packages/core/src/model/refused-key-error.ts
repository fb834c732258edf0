import { type AnswerFacts, ProviderAnswerError, statusClause } from "./provider-answer-error.ts";

/** A provider does not know the key of a call, or does not let it do what was asked. Which key it was is not shown. */
export class RefusedKeyError extends ProviderAnswerError {
  override readonly name = "RefusedKeyError";

  constructor(facts: AnswerFacts) {
    super(
      `${problemOf(facts)}${statusClause(facts)}. ${remedyOf(facts)}`,
      { code: "refused-key", retryable: false },
      facts,
    );
  }
}

function problemOf({ host, status, route }: AnswerFacts): string {
  const { provider, modelId, keySent, keySetting } = route;
  if (!keySent) return `${host} wants a key for ${modelId}, and none is set`;
  const key = keySetting === undefined ? `the key of ${provider}` : `the key in ${keySetting}`;
  return status === 403
    ? `${host} does not let ${key} use ${modelId}`
    : `${host} does not accept ${key} for ${modelId}`;
}

function remedyOf({ status, route }: AnswerFacts): string {
  const { provider, keySent, keySetting = `the key that ${provider} was made with`, addressSetting } = route;
  const address = addressSetting === undefined ? "" : `, and whether ${addressSetting} is the right address`;
  const first = !keySent
    ? `Set ${keySetting}`
    : `Check ${status === 403 ? `what ${keySetting} may do` : keySetting}`;
  return `${first}${keySent ? address : ""}; trying again will not help.`;
}
