import { addUsage, noUsage, type Usage } from "@flow-state-dev/core";
import { countOf } from "./json-facts.ts";

/** How an agent counts: is what the cache read and wrote part of its input, and are thoughts part of its output? */
export interface CountedTokens {
  input: unknown;
  output: unknown;
  cacheRead?: unknown;
  cacheWrite?: unknown;
  reasoning?: unknown;
}

/** The way agents differ in it. */
export interface CountingHabit {
  inputHasCache: boolean;
  outputHasReasoning: boolean;
}

/** Tokens in our way of counting: input with cache, output with thoughts. Null without input and output. */
export function usageFrom(counted: CountedTokens, habit: CountingHabit): Usage | null {
  const input = countOf(counted.input);
  const output = countOf(counted.output);
  if (input === null || output === null) return null;
  const cacheReadTokens = countOf(counted.cacheRead) ?? 0;
  const cacheWriteTokens = countOf(counted.cacheWrite) ?? 0;
  const reasoningTokens = countOf(counted.reasoning) ?? 0;
  return {
    inputTokens: input + (habit.inputHasCache ? 0 : cacheReadTokens + cacheWriteTokens),
    outputTokens: output + (habit.outputHasReasoning ? 0 : reasoningTokens),
    cacheReadTokens,
    cacheWriteTokens,
    reasoningTokens,
  };
}

/** All of them together; null when there are none, or one is unknown. */
export function sumOfUsage(usages: Iterable<Usage | null>): Usage | null {
  let sum: Usage | null = null;
  for (const usage of usages) {
    if (usage === null) return null;
    sum = addUsage(sum ?? noUsage, usage);
  }
  return sum;
}
