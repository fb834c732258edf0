import type { LanguageModelV4Usage } from "@ai-sdk/provider";
import type { GeneratorModelUsage } from "../model/generator-model.ts";
import type { Usage } from "./usage.ts";

/** Tokens as a provider or the plain form reports them, made consistent: parts are never more than their whole. */
export function usageOf(reported: LanguageModelV4Usage | GeneratorModelUsage): Usage {
  if ("promptTokens" in reported) {
    return consistent(
      count(reported.promptTokens),
      count(reported.completionTokens),
      count(reported.cacheReadInputTokens),
      count(reported.cacheCreationInputTokens),
      0,
    );
  }
  const { inputTokens: input, outputTokens: output } = reported;
  const cacheRead = count(input?.cacheRead);
  const cacheWrite = count(input?.cacheWrite);
  const reasoning = count(output?.reasoning);
  return consistent(
    isCount(input?.total) ? input.total : count(input?.noCache) + cacheRead + cacheWrite,
    isCount(output?.total) ? output.total : count(output?.text) + reasoning,
    cacheRead,
    cacheWrite,
    reasoning,
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
    input: isCount(input?.total) || isCount(input?.noCache),
    output: isCount(output?.total) || isCount(output?.text),
  };
}

function consistent(
  input: number,
  output: number,
  cacheRead: number,
  cacheWrite: number,
  reasoning: number,
): Usage {
  const cacheReadTokens = Math.min(cacheRead, input);
  return {
    inputTokens: input,
    outputTokens: output,
    cacheReadTokens,
    cacheWriteTokens: Math.min(cacheWrite, input - cacheReadTokens),
    reasoningTokens: Math.min(reasoning, output),
  };
}

function isCount(value: number | undefined | null): value is number {
  return typeof value === "number" && Number.isFinite(value) && value >= 0;
}

function count(value: number | undefined | null): number {
  return isCount(value) ? value : 0;
}
