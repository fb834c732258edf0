import type { ProviderDefinition } from "./provider-definition.ts";

const shared = {
  package: "@ai-sdk/openai",
  keyVariables: ["OPENAI_API_KEY"],
  keyRequired: true,
  baseUrlVariable: "OPENAI_BASE_URL",
  defaultBaseUrl: "https://api.openai.com/v1",
} as const;

/** OpenAI's Responses API. Its variable holds the address with `/v1`, as OpenAI's own SDK takes it. */
export const openai: ProviderDefinition = {
  ...shared,
  name: "openai",
  bareIds: /^(?:(?:gpt|chatgpt|codex)-.|o\d)/,
  viaGateways: true,
  providerId: () => "openai.responses",
  async load({ model, apiKey, baseURL, fetch }) {
    const { createOpenAI } = await import("@ai-sdk/openai");
    return createOpenAI({ apiKey, baseURL, fetch }).responses(model);
  },
};

/** OpenAI's Chat Completions API. Not sent through gateways, since those choose the wire themselves. */
export const openaiChat: ProviderDefinition = {
  ...shared,
  name: "openai-chat",
  settingsName: "openai",
  viaGateways: false,
  providerId: () => "openai.chat",
  async load({ model, apiKey, baseURL, fetch }) {
    const { createOpenAI } = await import("@ai-sdk/openai");
    return createOpenAI({ apiKey, baseURL, fetch }).chat(model);
  },
};
