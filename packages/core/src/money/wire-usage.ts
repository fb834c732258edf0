import { isZero, notLess } from "./not-less.ts";
import type { BilledUsage } from "./rates.ts";
import { countedTokens, isOddCount } from "./token-count.ts";
import type { Usage } from "./usage.ts";
import { consistentUsage } from "./usage-of.ts";
import { withSummaries } from "./with-summaries.ts";

/** Tokens read off the wire; `final` when the provider has counted the whole call, in numbers that a call can have. */
export interface WireUsage {
  usage: BilledUsage;
  final: boolean;
}

type Json = Record<string, any>;

/**
 * The usage in one raw chunk of a stream, if there is any: Anthropic Messages, OpenAI Responses and Chat, Gemini.
 * `before` is what earlier chunks said: no count falls below it, and zeros after it say nothing. Anything else is
 * passed over.
 */
export function readWireUsage(chunk: unknown, before?: WireUsage): WireUsage | undefined {
  const told = usageIn(chunk);
  if (!told) return before;
  const { reported, read, last } = told;
  const isSane = isSaneUsage(reported);
  if (before && isSane && isZero(read(reported))) return before;
  return { usage: notLess(read(reported, before?.usage), before?.usage), final: last && isSane };
}

/**
 * The usage of an answer that came whole, be it one that the model failed to give: as JSON of any of the four wires, or
 * as the last event of a stream. Undefined when it counts nothing that was read.
 */
export function readAnswerUsage(answer: unknown): WireUsage | undefined {
  const chunks: unknown[] = Array.isArray(answer) ? answer : [answer];
  let known: WireUsage | undefined;
  for (const chunk of chunks) known = readWireUsage(chunk, known);
  if (!known || known.usage.inputTokens === 0) return undefined;
  // Gemini does not always say how it ended; an odd number is not the last word, whoever says it.
  const isSane = chunks.every((chunk) => isSaneUsage(rawUsageIn(chunk)));
  return { usage: known.usage, final: isSane };
}

/** The usage in one raw chunk or whole answer as it is on the wire; undefined when there is none. */
export function rawUsageIn(chunk: unknown): unknown {
  return usageIn(chunk)?.reported;
}

interface Told {
  /** As it is on the wire. */
  reported: Json;
  read(reported: Json, before?: BilledUsage): BilledUsage;
  /** Does nothing come after it? */
  last: boolean;
}

function usageIn(chunk: unknown): Told | undefined {
  const { type, usage, usageMetadata, message, response, candidates } = Object(chunk) as Json;
  const told = (reported: unknown, read: Told["read"], last: boolean): Told | undefined =>
    typeof reported === "object" && reported !== null ? { reported, read, last } : undefined;
  switch (type) {
    case "message_start":
      return told(message?.usage, anthropic, false);
    case "message_delta":
    case "message":
      return told(usage, anthropic, true);
    case "response.completed":
    case "response.incomplete":
    case "response.failed":
      return told(response?.usage, openai, true);
    case undefined:
      if (usageMetadata) return told(usageMetadata, gemini, candidates?.[0]?.finishReason != null);
      return told(usage, openai, true);
    default:
      return undefined;
  }
}

function anthropic(reported: Json, before?: BilledUsage): BilledUsage {
  const cacheReadTokens = countedTokens(reported.cache_read_input_tokens ?? before?.cacheReadTokens);
  const cacheWriteTokens = countedTokens(reported.cache_creation_input_tokens ?? before?.cacheWriteTokens);
  const hour = countedTokens(
    reported.cache_creation?.ephemeral_1h_input_tokens ?? before?.cacheWriteHourTokens,
  );
  const freshBefore = before && before.inputTokens - before.cacheReadTokens - before.cacheWriteTokens;
  const usage = consistentUsage(
    countedTokens(reported.input_tokens ?? freshBefore) + cacheReadTokens + cacheWriteTokens,
    countedTokens(reported.output_tokens ?? before?.outputTokens),
    cacheReadTokens,
    cacheWriteTokens,
    countedTokens(reported.output_tokens_details?.thinking_tokens),
  );
  return withSummaries(hour > 0 ? { ...usage, cacheWriteHourTokens: hour } : usage, reported);
}

function openai(reported: Json): Usage {
  const input = reported.input_tokens_details ?? reported.prompt_tokens_details;
  const output = reported.output_tokens_details ?? reported.completion_tokens_details;
  return consistentUsage(
    countedTokens(reported.input_tokens ?? reported.prompt_tokens),
    countedTokens(reported.output_tokens ?? reported.completion_tokens),
    countedTokens(input?.cached_tokens),
    countedTokens(input?.cache_write_tokens),
    countedTokens(output?.reasoning_tokens),
  );
}

/** What was thought is not in every chunk that counts what was said. */
function gemini(reported: Json, before?: BilledUsage): Usage {
  const reasoningTokens = Math.max(countedTokens(reported.thoughtsTokenCount), before?.reasoningTokens ?? 0);
  const saidBefore = before ? before.outputTokens - before.reasoningTokens : 0;
  return consistentUsage(
    countedTokens(reported.promptTokenCount) + countedTokens(reported.toolUsePromptTokenCount),
    Math.max(countedTokens(reported.candidatesTokenCount), saidBefore) + reasoningTokens,
    countedTokens(reported.cachedContentTokenCount),
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
