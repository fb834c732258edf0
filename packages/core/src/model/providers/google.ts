import { type ProviderDefinition, withPath } from "./provider-definition.ts";

/** Google's Gemini API. */
export const google: ProviderDefinition = {
  name: "google",
  bareIds: /^gemini-./,
  package: "@ai-sdk/google",
  keyVariables: ["GOOGLE_GENERATIVE_AI_API_KEY", "GEMINI_API_KEY", "GOOGLE_API_KEY"],
  keyRequired: true,
  baseUrlVariable: "GOOGLE_GEMINI_BASE_URL",
  defaultBaseUrl: "https://generativelanguage.googleapis.com",
  toBaseUrl: (written) => withPath(written, "/v1beta"),
  viaGateways: true,
  providerId: () => "google.generative-ai",
  async load({ model, apiKey, baseURL, fetch }) {
    const { createGoogle } = await import("@ai-sdk/google");
    return createGoogle({ apiKey, baseURL, fetch })(model);
  },
};
