import type { ProviderDefinition } from "./provider-definition.ts";

/** Vercel's AI gateway; its models are named `provider/model`. */
export const vercel: ProviderDefinition = {
  name: "vercel",
  package: "@ai-sdk/gateway",
  keyVariables: ["AI_GATEWAY_API_KEY"],
  keyRequired: true,
  defaultBaseUrl: "https://ai-gateway.vercel.sh/v4/ai",
  viaGateways: false,
  providerId: () => "gateway",
  async load({ model, apiKey, baseURL, fetch }) {
    const { createGateway } = await import("@ai-sdk/gateway");
    return createGateway({ apiKey, baseURL, fetch })(model);
  },
};
