/**
 * Tokens of one call or many, as billed. `inputTokens` is everything read, cache included; `outputTokens` is
 * everything written, reasoning included. The other three say how much of that was of a special kind.
 */
export interface Usage {
  inputTokens: number;
  outputTokens: number;
  /** Part of `inputTokens`. */
  cacheReadTokens: number;
  /** Part of `inputTokens`. */
  cacheWriteTokens: number;
  /** Part of `outputTokens`. */
  reasoningTokens: number;
}

/** No tokens at all. */
export const noUsage: Readonly<Usage> = Object.freeze({
  inputTokens: 0,
  outputTokens: 0,
  cacheReadTokens: 0,
  cacheWriteTokens: 0,
  reasoningTokens: 0,
});

/** The two together. */
export function addUsage(a: Usage, b: Usage): Usage {
  return {
    inputTokens: a.inputTokens + b.inputTokens,
    outputTokens: a.outputTokens + b.outputTokens,
    cacheReadTokens: a.cacheReadTokens + b.cacheReadTokens,
    cacheWriteTokens: a.cacheWriteTokens + b.cacheWriteTokens,
    reasoningTokens: a.reasoningTokens + b.reasoningTokens,
  };
}
