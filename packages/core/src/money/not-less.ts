import type { BilledUsage } from "./rates.ts";

/**
 * Usage as it was told later, but on neither side less than it was told before: the counts of one call only grow, and a
 * server that has lost one says 0. What was read stays together with how much of it was cached, and what was written
 * with how much of it was thought.
 */
export function notLess(later: BilledUsage, before: BilledUsage | undefined): BilledUsage {
  if (before === undefined) return later;
  const { inputTokens, cacheReadTokens, cacheWriteTokens, cacheWriteHourTokens } =
    later.inputTokens < before.inputTokens ? before : later;
  const { outputTokens, reasoningTokens } = later.outputTokens < before.outputTokens ? before : later;
  return {
    ...{ inputTokens, outputTokens, cacheReadTokens, cacheWriteTokens, reasoningTokens },
    ...(cacheWriteHourTokens !== undefined && { cacheWriteHourTokens }),
  };
}

/** Was nothing read, and nothing written? A call that was made has done one of the two, so this counts none. */
export function isZero({ inputTokens, outputTokens }: BilledUsage): boolean {
  return inputTokens + outputTokens === 0;
}
