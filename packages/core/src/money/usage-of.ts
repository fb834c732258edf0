import type { LanguageModelV4Usage } from "@ai-sdk/provider";
import type { GeneratorModelUsage } from "../model/generator-model.ts";
import { countedTokens, isOddCount, tokenCount } from "./token-count.ts";
import type { Usage } from "./usage.ts";

/**
 * Tokens as a provider or the plain form reports them, made consistent: whole numbers, and parts that are never more
 * than their whole. A total that no call can have counts as nothing, and so do its parts: who got it wrong is not to be
 * believed about them.
 */
export function usageOf(reported: LanguageModelV4Usage | GeneratorModelUsage): Usage {
  if ("promptTokens" in reported) {
    return consistentUsage(
      countedTokens(reported.promptTokens),
      countedTokens(reported.completionTokens),
      countedTokens(reported.cacheReadInputTokens),
      countedTokens(reported.cacheCreationInputTokens),
      0,
    );
  }
  const { inputTokens: input, outputTokens: output, raw } = reported;
  const cacheRead = countedTokens(input?.cacheRead);
  const cacheWrite = countedTokens(input?.cacheWrite);
  const reasoning = countedTokens(output?.reasoning);
  return consistentUsage(
    wholeOf(input?.total, countedTokens(input?.noCache) + cacheRead + cacheWrite),
    wholeOf(output?.total, countedTokens(output?.text) + reasoning),
    cacheRead,
    cacheWrite,
    reasoning,
    raw?.total_tokens,
  );
}

/** Which sides of a call the provider has counted. A call that read and wrote nothing was not counted at all. */
export function countedSides(reported: LanguageModelV4Usage | undefined): {
  input: boolean;
  output: boolean;
} {
  if (!reported) return { input: false, output: false };
  const { inputTokens, outputTokens } = usageOf(reported);
  if (inputTokens + outputTokens === 0) return { input: false, output: false };
  const { inputTokens: input, outputTokens: output } = reported;
  return {
    input: isCounted(input?.total, input?.noCache),
    output: isCounted(output?.total, output?.text),
  };
}

/**
 * Usage of these numbers, with parts that are never more than their whole. What a server counts in its `total` alone are
 * thoughts, as of xAI and Google on OpenAI's wires, and billed as what was written. It was read where it is what the
 * cache gave, or more than that beside an input too small to hold it: so gateways count for Anthropic.
 */
export function consistentUsage(
  input: number,
  output: number,
  cacheRead: number,
  cacheWrite: number,
  reasoning: number,
  total?: unknown,
): Usage {
  const rest = input === 0 ? 0 : Math.max(0, countedTokens(total) - input - output);
  const isCache = rest !== reasoning && (rest === cacheRead || (rest > cacheRead && cacheRead > input));
  const thoughts = isCache ? 0 : rest;
  const inputTokens = input + rest - thoughts;
  const cacheReadTokens = Math.min(cacheRead, inputTokens);
  return {
    inputTokens,
    outputTokens: output + thoughts,
    cacheReadTokens,
    cacheWriteTokens: Math.min(cacheWrite, inputTokens - cacheReadTokens),
    reasoningTokens: Math.max(Math.min(reasoning, output), thoughts),
  };
}

function wholeOf(total: unknown, ofParts: number): number {
  return tokenCount(total) ?? (isOddCount(total) ? 0 : ofParts);
}

function isCounted(total: unknown, part: unknown): boolean {
  return tokenCount(total) !== undefined || (!isOddCount(total) && tokenCount(part) !== undefined);
}
