import type { RecordedUsage } from "../../src/index.ts";

/** So many tokens sent and received, none of them cached or thought. */
export function used(inputTokens: number, outputTokens: number): RecordedUsage {
  return { inputTokens, outputTokens, cacheReadTokens: 0, cacheWriteTokens: 0, reasoningTokens: 0 };
}
