import type { ProviderDefinition } from "./provider-definition.ts";

/** Any server that speaks Chat Completions: vLLM, llama.cpp, a proxy. Somebody has to say where it is. */
export const openaiCompatible: ProviderDefinition = {
  name: "openai-compatible",
  slashesInNames: true,
  package: "@ai-sdk/openai-compatible",
  keyVariables: ["OPENAI_COMPATIBLE_API_KEY"],
  keyRequired: false,
  baseUrlVariable: "OPENAI_COMPATIBLE_BASE_URL",
  viaGateways: false,
  providerId: (name) => `${name}.chat`,
  async load({ model, apiKey, baseURL, name, fetch }) {
    const { createOpenAICompatible } = await import("@ai-sdk/openai-compatible");
    const provider = createOpenAICompatible({
      name,
      baseURL,
      apiKey,
      fetch,
      includeUsage: true,
      supportsStructuredOutputs: true,
    });
    return provider.chatModel(model);
  },
};

/** The same under a name of the user's own; no variable applies to it. */
export function ownServer(name: string): ProviderDefinition {
  return { ...openaiCompatible, name, keyVariables: [], baseUrlVariable: undefined };
}
