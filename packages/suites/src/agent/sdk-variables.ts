import type { WireName } from "../gateway/wires/wire-name.ts";
import type { JobGateway } from "./job-gateway.ts";

/** Where a program finds its model on a wire, by the variables that the provider's SDKs, and most agents, read. */
export function sdkVariables(
  wire: WireName,
  { url, key }: Pick<JobGateway, "url" | "key">,
): Record<string, string> {
  switch (wire) {
    case "anthropic-messages":
      return { ANTHROPIC_BASE_URL: url, ANTHROPIC_API_KEY: key };
    case "openai-responses":
    case "openai-chat":
      return { OPENAI_BASE_URL: `${url}/v1`, OPENAI_API_KEY: key };
    case "gemini":
      return { GOOGLE_GEMINI_BASE_URL: url, GEMINI_API_KEY: key };
  }
}
