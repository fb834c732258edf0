import { keepingAnswers } from "../keeping-answers.ts";
import type { ProviderDefinition } from "./provider-definition.ts";

/** OpenRouter; its models are named `provider/model`, and every answer carries what it cost. */
export const openrouter: ProviderDefinition = {
  name: "openrouter",
  package: "@openrouter/ai-sdk-provider",
  keyVariables: ["OPENROUTER_API_KEY"],
  keyRequired: true,
  baseUrlVariable: "OPENROUTER_BASE_URL",
  defaultBaseUrl: "https://openrouter.ai/api/v1",
  viaGateways: false,
  providerId: () => "openrouter",
  async load({ model, apiKey, baseURL, fetch }) {
    const { createOpenRouter } = await import("@openrouter/ai-sdk-provider");
    const provider = createOpenRouter({
      apiKey,
      baseURL,
      fetch: keepingAnswers(fetch),
      compatibility: "strict",
    });
    return provider.chat(model, { usage: { include: true } });
  },
};
