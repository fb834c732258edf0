import { type AnswerFacts, ProviderAnswerError, statusClause } from "./provider-answer-error.ts";

/** A provider has no such model, or nothing at all at the address that was asked. */
export class UnknownModelError extends ProviderAnswerError {
  override readonly name = "UnknownModelError";

  constructor(facts: AnswerFacts) {
    const { host, route } = facts;
    const { model, modelId, addressSetting, provider, keySent, baseURL } = route;
    const bare = baseURL !== undefined && new URL(baseURL).pathname === "/";
    const address =
      addressSetting === undefined
        ? ""
        : `, and the address in ${addressSetting}${bare ? ", which usually ends with /v1" : ""}`;
    const chat =
      provider === "openai" && addressSetting !== undefined
        ? `; a server that speaks Chat Completions alone has it as openai-chat/${model}`
        : "";
    super(
      `${host} has no model ${model}${keySent ? ", or not for this key" : ""}${statusClause(facts)}. ` +
        `Check the name in ${modelId} against the models of ${provider}${address}${chat}; trying again will not help.`,
      { code: "unknown-model", retryable: false },
      facts,
    );
  }
}
