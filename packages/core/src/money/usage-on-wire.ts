import type { BilledUsage } from "./rates.ts";
import { countedTokens } from "./token-count.ts";
import type { Usage } from "./usage.ts";
import { consistentUsage } from "./usage-of.ts";
import { withSummaries } from "./with-summaries.ts";

type Json = Record<string, any>;

/**
 * Reads usage as it is on a wire, whatever it holds. `before` is what the same call has told earlier: it stands for what
 * is not told again.
 */
export type ReadUsage = (reported: Json, before?: BilledUsage) => BilledUsage;

/** As Anthropic reports it: what its cache read or wrote comes on top of the input. */
export function anthropicUsage(reported: Json, before?: BilledUsage): BilledUsage {
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

/** As OpenAI's two APIs report it: totals that include what was cached and, but for some servers, what was thought. */
export function openaiUsage(reported: Json): Usage {
  const input = reported.input_tokens_details ?? reported.prompt_tokens_details;
  const output = reported.output_tokens_details ?? reported.completion_tokens_details;
  return consistentUsage(
    countedTokens(reported.input_tokens ?? reported.prompt_tokens),
    countedTokens(reported.output_tokens ?? reported.completion_tokens),
    countedTokens(input?.cached_tokens),
    countedTokens(input?.cache_write_tokens),
    countedTokens(output?.reasoning_tokens),
    reported.total_tokens,
  );
}

/**
 * As Gemini reports it: what was thought comes on top of what was said, and is not in every chunk that counts that.
 */
export function geminiUsage(reported: Json, before?: BilledUsage): Usage {
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
