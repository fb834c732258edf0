import { anthropicMessages } from "./anthropic-messages.ts";
import { gemini } from "./gemini.ts";
import { openaiChat } from "./openai-chat.ts";
import { openaiResponses } from "./openai-responses.ts";
import type { GatewayWire } from "./wire.ts";
import type { WireName } from "./wire-name.ts";

/** Every wire by its name. */
export const allWires: Readonly<Record<WireName, GatewayWire>> = {
  "anthropic-messages": anthropicMessages,
  "openai-responses": openaiResponses,
  "openai-chat": openaiChat,
  gemini,
};
