/** The APIs that agents speak. */
export type WireName = "anthropic-messages" | "openai-responses" | "openai-chat" | "gemini";

/** All of them. */
export const wireNames: readonly [WireName, ...WireName[]] = [
  "anthropic-messages",
  "openai-responses",
  "openai-chat",
  "gemini",
];

/** What people call them. */
export const wireLabels: Readonly<Record<WireName, string>> = {
  "anthropic-messages": "Anthropic Messages",
  "openai-responses": "OpenAI Responses",
  "openai-chat": "OpenAI Chat Completions",
  gemini: "Gemini",
};
