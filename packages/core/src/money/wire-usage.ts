import type { BilledUsage } from "./rates.ts";
import { isOddCount, tokenCount } from "./token-count.ts";
import type { Usage } from "./usage.ts";
import { consistentUsage } from "./usage-of.ts";

/** Tokens read off the wire; `final` when the provider has counted the whole call, in numbers that a call can have. */
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
      return usage ? { usage: anthropic(usage, before?.usage), final: isSaneUsage(usage) } : before;
    case "response.completed":
    case "response.incomplete":
    case "response.failed":
      return response?.usage ? { usage: openai(response.usage), final: isSaneUsage(response.usage) } : before;
    case undefined:
      if (usageMetadata) {
        const isLast = candidates?.[0]?.finishReason != null;
        return { usage: gemini(usageMetadata), final: isLast && isSaneUsage(usageMetadata) };
      }
      return usage ? { usage: openai(usage), final: isSaneUsage(usage) } : before;
    default:
      return before;
  }
}

function anthropic(reported: Json, before?: BilledUsage): BilledUsage {
  const cacheReadTokens = count(reported.cache_read_input_tokens ?? before?.cacheReadTokens);
  const cacheWriteTokens = count(reported.cache_creation_input_tokens ?? before?.cacheWriteTokens);
  const hour = count(reported.cache_creation?.ephemeral_1h_input_tokens ?? before?.cacheWriteHourTokens);
  const freshBefore = before && before.inputTokens - before.cacheReadTokens - before.cacheWriteTokens;
  const usage = consistentUsage(
    count(reported.input_tokens ?? freshBefore) + cacheReadTokens + cacheWriteTokens,
    count(reported.output_tokens ?? before?.outputTokens),
    cacheReadTokens,
    cacheWriteTokens,
    count(reported.output_tokens_details?.thinking_tokens),
  );
  return hour > 0 ? { ...usage, cacheWriteHourTokens: hour } : usage;
}

function openai(reported: Json): Usage {
  const input = reported.input_tokens_details ?? reported.prompt_tokens_details;
  const output = reported.output_tokens_details ?? reported.completion_tokens_details;
  return consistentUsage(
    count(reported.input_tokens ?? reported.prompt_tokens),
    count(reported.output_tokens ?? reported.completion_tokens),
    count(input?.cached_tokens),
    count(input?.cache_write_tokens),
    count(output?.reasoning_tokens),
  );
}

function gemini(reported: Json): Usage {
  const reasoningTokens = count(reported.thoughtsTokenCount);
  return consistentUsage(
    count(reported.promptTokenCount) + count(reported.toolUsePromptTokenCount),
    count(reported.candidatesTokenCount) + reasoningTokens,
    count(reported.cachedContentTokenCount),
    0,
    reasoningTokens,
  );
}

/** What the four wires call the tokens that make up a bill. */
const billedNames = [
  ...["input_tokens", "cache_read_input_tokens", "cache_creation_input_tokens", "output_tokens"],
  ...["prompt_tokens", "completion_tokens"],
  ...["promptTokenCount", "toolUsePromptTokenCount", "candidatesTokenCount", "thoughtsTokenCount"],
];

/** Has usage, as it was on the wire, none but numbers that a call can have? */
export function isSaneUsage(reported: unknown): boolean {
  return !billedNames.some((name) => isOddCount((Object(reported) as Json)[name]));
}

function count(value: unknown): number {
  return tokenCount(value) ?? 0;
}
