import type { Usage } from "@flow-state-dev/core";
import type { Answer } from "./answer.ts";
import { type Json, objectOf, tokenCount } from "./json.ts";

/** Usage as OpenAI's two APIs report it: totals that include what was cached and what was thought. */
export function openaiUsage(reported: Json): Usage {
  const input = objectOf(reported.input_tokens_details ?? reported.prompt_tokens_details);
  const output = objectOf(reported.output_tokens_details ?? reported.completion_tokens_details);
  const inputTokens = tokenCount(reported.input_tokens ?? reported.prompt_tokens);
  const outputTokens = tokenCount(reported.output_tokens ?? reported.completion_tokens);
  const cacheReadTokens = Math.min(tokenCount(input.cached_tokens), inputTokens);
  return {
    inputTokens,
    outputTokens,
    cacheReadTokens,
    cacheWriteTokens: Math.min(tokenCount(input.cache_write_tokens), inputTokens - cacheReadTokens),
    reasoningTokens: Math.min(tokenCount(output.reasoning_tokens), outputTokens),
  };
}

/** Takes in such usage. `final` unless the answer goes on. */
export function countOpenai(reported: Json, answer: Answer, final: boolean): void {
  answer.count(openaiUsage(reported), reported, final);
}
