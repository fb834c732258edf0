import { type ProviderDefinition, withPath } from "./provider-definition.ts";

/** Anthropic's Messages API. Its variable holds the address without the version, as Anthropic's own tools take it. */
export const anthropic: ProviderDefinition = {
  name: "anthropic",
  bareIds: /^claude-./,
  package: "@ai-sdk/anthropic",
  keyVariables: ["ANTHROPIC_API_KEY"],
  keyRequired: true,
  baseUrlVariable: "ANTHROPIC_BASE_URL",
  defaultBaseUrl: "https://api.anthropic.com",
  toBaseUrl: (written) => withPath(written, "/v1"),
  viaGateways: true,
  providerId: () => "anthropic.messages",
  async load({ model, apiKey, baseURL, fetch }) {
    const { createAnthropic } = await import("@ai-sdk/anthropic");
    return createAnthropic({ apiKey, baseURL, fetch })(model);
  },
};
