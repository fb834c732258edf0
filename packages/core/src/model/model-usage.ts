import type { LanguageModelV4Usage } from "@ai-sdk/provider";
import type { Usage } from "../money/usage.ts";

/** Usage in the shape a provider reports it. What is left out is zero. */
export function toModelUsage(usage: Partial<Usage>): LanguageModelV4Usage {
  const { inputTokens = 0, outputTokens = 0, cacheReadTokens = 0, cacheWriteTokens = 0 } = usage;
  const reasoning = usage.reasoningTokens ?? 0;
  return {
    inputTokens: {
      total: inputTokens,
      noCache: Math.max(0, inputTokens - cacheReadTokens - cacheWriteTokens),
      cacheRead: cacheReadTokens,
      cacheWrite: cacheWriteTokens,
    },
    outputTokens: { total: outputTokens, text: Math.max(0, outputTokens - reasoning), reasoning },
  };
}
