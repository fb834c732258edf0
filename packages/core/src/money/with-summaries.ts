import type { BilledUsage } from "./rates.ts";
import { countedTokens } from "./token-count.ts";

type Json = Record<string, any>;

/**
 * Anthropic's usage with the summaries that were written on the way to make room: each is a call inside the call, which
 * is billed in full, and its totals leave them out. `reported` is the usage as it is on the wire.
 */
export function withSummaries(usage: BilledUsage, reported: unknown): BilledUsage {
  const { iterations } = Object(reported) as Json;
  if (!Array.isArray(iterations)) return usage;
  return iterations
    .map((each) => Object(each) as Json)
    .filter(({ type }) => type === "compaction")
    .reduce(withSummary, usage);
}

function withSummary(usage: BilledUsage, summary: Json): BilledUsage {
  const read = countedTokens(summary.cache_read_input_tokens);
  const written = countedTokens(summary.cache_creation_input_tokens);
  const hour =
    countedTokens(summary.cache_creation?.ephemeral_1h_input_tokens) + (usage.cacheWriteHourTokens ?? 0);
  return {
    inputTokens: usage.inputTokens + countedTokens(summary.input_tokens) + read + written,
    outputTokens: usage.outputTokens + countedTokens(summary.output_tokens),
    cacheReadTokens: usage.cacheReadTokens + read,
    cacheWriteTokens: usage.cacheWriteTokens + written,
    reasoningTokens: usage.reasoningTokens,
    ...(hour > 0 && { cacheWriteHourTokens: hour }),
  };
}
