import type { BilledUsage } from "./rates.ts";
import type { Usage } from "./usage.ts";

/** Tokens read off the wire; `final` when the provider has counted the whole call. */
export interface WireUsage {
  usage: BilledUsage;
  final: boolean;
}

type Json = Record<string, any>;

/**
 * The usage in one raw chunk of a stream, if there is any: Anthropic Messages, OpenAI Responses and Chat, Gemini.
 * `before` is what earlier chunks said. Anything else is passed over.
 */
export function readWireUsage(chunk: unknown, before?: WireUsage): WireUsage | undefined {
  if (typeof chunk !== "object" || chunk === null) return before;
  const { type, usage, usageMetadata, message, response, candidates } = chunk as Json;
  switch (type) {
    case "message_start":
      return message?.usage ? { usage: anthropic(message.usage), final: false } : before;
    case "message_delta":
      return usage ? { usage: anthropic(usage, before?.usage), final: true } : before;
    case "response.completed":
    case "response.incomplete":
    case "response.failed":
      return response?.usage ? { usage: openai(response.usage), final: true } : before;
    case undefined:
      if (usageMetadata)
        return { usage: gemini(usageMetadata), final: candidates?.[0]?.finishReason != null };
      return usage ? { usage: openai(usage), final: true } : before;
    default:
      return before;
  }
}

function anthropic(reported: Json, before?: BilledUsage): BilledUsage {
  const cacheReadTokens = count(reported.cache_read_input_tokens ?? before?.cacheReadTokens);
  const cacheWriteTokens = count(reported.cache_creation_input_tokens ?? before?.cacheWriteTokens);
  const hour = count(reported.cache_creation?.ephemeral_1h_input_tokens ?? before?.cacheWriteHourTokens);
  const freshBefore = before && before.inputTokens - before.cacheReadTokens - before.cacheWriteTokens;
  return {
    inputTokens: count(reported.input_tokens ?? freshBefore) + cacheReadTokens + cacheWriteTokens,
    outputTokens: count(reported.output_tokens ?? before?.outputTokens),
    cacheReadTokens,
    cacheWriteTokens,
    reasoningTokens: count(reported.output_tokens_details?.thinking_tokens),
    ...(hour > 0 && { cacheWriteHourTokens: hour }),
  };
}

function openai(reported: Json): Usage {
  const input = reported.input_tokens_details ?? reported.prompt_tokens_details;
  const output = reported.output_tokens_details ?? reported.completion_tokens_details;
  return {
    inputTokens: count(reported.input_tokens ?? reported.prompt_tokens),
    outputTokens: count(reported.output_tokens ?? reported.completion_tokens),
    cacheReadTokens: count(input?.cached_tokens),
    cacheWriteTokens: count(input?.cache_write_tokens),
    reasoningTokens: count(output?.reasoning_tokens),
  };
}

function gemini(reported: Json): Usage {
  const reasoningTokens = count(reported.thoughtsTokenCount);
  return {
    inputTokens: count(reported.promptTokenCount) + count(reported.toolUsePromptTokenCount),
    outputTokens: count(reported.candidatesTokenCount) + reasoningTokens,
    cacheReadTokens: count(reported.cachedContentTokenCount),
    cacheWriteTokens: 0,
    reasoningTokens,
  };
}

/** No call has so many; a number above it is a mistake and would close every account. */
const mostTokens = 1e9;

function count(value: unknown): number {
  return typeof value === "number" && value >= 0 && value <= mostTokens ? value : 0;
}
