import type { LanguageModelV4GenerateResult } from "@ai-sdk/provider";
import { Flow } from "./flow.ts";
import { providerCostUsd } from "./provider-cost.ts";
import { noUsage, type Usage } from "./usage.ts";
import type { CostOf } from "./worst-case.ts";

/** What an answer took. */
export interface AnswerCost {
  usage: Usage;
  /** US dollars; null when nobody knows. */
  costUsd: number | null;
}

/**
 * What a whole answer took, from what it says itself: the figure of its provider, or its tokens at the model's price.
 */
export function answerCost(answer: LanguageModelV4GenerateResult, costOf: CostOf): AnswerCost {
  const flow = new Flow();
  flow.readResult(answer);
  const counted = flow.counted(true);
  const { cacheWriteHourTokens: _hour, ...usage } = counted ?? { ...noUsage };
  const figure = providerCostUsd(flow.metadata, flow.reported?.raw);
  if (figure !== undefined) return { usage, costUsd: figure };
  if (!counted) return { usage, costUsd: null };
  try {
    return { usage, costUsd: costOf(counted) };
  } catch {
    // A price table of somebody's own.
    return { usage, costUsd: null };
  }
}
