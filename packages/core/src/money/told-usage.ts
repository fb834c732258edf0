import type { LanguageModelV4Usage } from "@ai-sdk/provider";
import type { GeneratorModelUsage, GeneratorTextUsage } from "../model/generator-model.ts";
import { toModelUsage } from "../model/model-usage.ts";
import { tokenCount } from "./token-count.ts";
import { readAnswerUsage } from "./wire-usage.ts";

/** Tokens as the author of a model, or of a program, has them at hand. */
export type ToldUsage = GeneratorModelUsage | GeneratorTextUsage | LanguageModelV4Usage;

/**
 * Tokens in the shape a provider reports them, from any form that they come in: the plain one, that of `generateText`,
 * that of a language model, or as they are on the wire of a provider. Unknown where nothing is counted.
 */
export function toldUsage(told: ToldUsage | undefined): LanguageModelV4Usage {
  const usage = Object(told ?? {}) as Record<string, unknown>;
  if (usage.promptTokens !== undefined || usage.completionTokens !== undefined)
    return plainUsage(told as GeneratorModelUsage);
  if (isObject(usage.inputTokens) || isObject(usage.outputTokens)) return told as LanguageModelV4Usage;
  if (usage.inputTokens !== undefined || usage.outputTokens !== undefined)
    return textUsage(told as GeneratorTextUsage);
  const wire = readAnswerUsage(answerAround(usage));
  return wire?.final ? toModelUsage(wire.usage) : textUsage({});
}

function plainUsage(usage: GeneratorModelUsage): LanguageModelV4Usage {
  const {
    promptTokens: total,
    cacheReadInputTokens: cacheRead,
    cacheCreationInputTokens: cacheWrite,
  } = usage;
  // Nothing comes of a total that is not told: what is left of null would be 0, which is a count.
  const noCache =
    tokenCount(total) === undefined ? undefined : Math.max(0, total - (cacheRead ?? 0) - (cacheWrite ?? 0));
  return {
    inputTokens: { total, noCache, cacheRead, cacheWrite },
    outputTokens: { total: usage.completionTokens, text: undefined, reasoning: undefined },
  };
}

function textUsage(usage: GeneratorTextUsage): LanguageModelV4Usage {
  const { inputTokens, outputTokens, inputTokenDetails: input, outputTokenDetails: output } = usage;
  return {
    inputTokens: {
      total: inputTokens,
      noCache: input?.noCacheTokens,
      cacheRead: input?.cacheReadTokens ?? usage.cachedInputTokens,
      cacheWrite: input?.cacheWriteTokens,
    },
    outputTokens: {
      total: outputTokens,
      text: output?.textTokens,
      reasoning: output?.reasoningTokens ?? usage.reasoningTokens,
    },
  };
}

/** The answer that such usage is part of: Gemini's, Anthropic's, whose input is without the cache, or OpenAI's. */
function answerAround(usage: Record<string, unknown>): object {
  if ("promptTokenCount" in usage) return { usageMetadata: usage };
  const isAnthropic = "cache_read_input_tokens" in usage || "cache_creation_input_tokens" in usage;
  return isAnthropic ? { type: "message", usage } : { usage };
}

function isObject(value: unknown): boolean {
  return typeof value === "object" && value !== null;
}
