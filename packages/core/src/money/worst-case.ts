import type { LanguageModelV4CallOptions } from "@ai-sdk/provider";
import type { PromptSize } from "./prompt-size.ts";
import type { BilledUsage } from "./rates.ts";
import { noUsage } from "./usage.ts";

/**
 * Answer length of a strict-mode call that sets none: it is sent with this `maxOutputTokens`, however much is left,
 * so that the budget decides whether a call is made and never how long its answer may be.
 */
export const strictOutputTokens = 8_192;

/** The longest answer any model is taken to give when nothing limits it. */
export const unlimitedOutputTokens = 131_072;

/** The most tokens a model is taken to think on top of `maxOutputTokens`, when asked to with no budget named. */
const thinkingTokenBound = 65_536;

/**
 * The most tokens a call can read: a token is at least one byte, and every message, tool and the set-up of tools and
 * schemas adds some of the provider's own.
 */
export function inputTokenBound(size: PromptSize): number {
  const wrapping = 64 + 64 * size.messages + 64 * size.tools + (size.tools > 0 ? 2_048 : 0);
  return size.bytes + size.fileTokens + wrapping;
}

/** What the AI SDK adds for thinking that is switched on with no budget named. */
const unnamedBudget = 1_024;

/**
 * Tokens that the provider lets the model think on top of `maxOutputTokens`. Only Claude's budget comes on top, under
 * whatever name the provider's options go; elsewhere, and where Claude decides by itself, thinking counts as output.
 * `provider` is who is called, for Claude under another name.
 */
export function thinkingTokens(modelId: string, options: LanguageModelV4CallOptions, provider = ""): number {
  let named: number | undefined;
  for (const settings of Object.values(options.providerOptions ?? {})) {
    for (const thinking of [settings?.thinking, settings?.reasoningConfig]) {
      const budget = budgetOf(thinking);
      if (budget !== undefined) named = Math.max(named ?? 0, budget);
    }
  }
  if (named !== undefined) return named;
  const { reasoning } = options;
  if (!reasoning || reasoning === "provider-default" || reasoning === "none") return 0;
  return /claude|anthropic/.test(`${modelId} ${provider}`) ? thinkingTokenBound : 0;
}

function budgetOf(thinking: unknown): number | undefined {
  const { type, budgetTokens } = (thinking ?? {}) as { type?: unknown; budgetTokens?: unknown };
  if (typeof budgetTokens === "number") return Math.max(0, budgetTokens);
  return type === "enabled" ? unnamedBudget : undefined;
}

/** What tokens cost; null when the model has no price. */
export type CostOf = (usage: BilledUsage) => number | null;

/** The most that a call of this size can cost: its input read fresh or written to a cache, whichever is dearer. */
export function worstCaseUsd(costOf: CostOf, size: PromptSize, outputTokens: number): number | null {
  const inputTokens = inputTokenBound(size);
  const fresh = costOf({ ...noUsage, inputTokens, outputTokens });
  if (fresh === null) return null;
  const written = costOf({
    ...noUsage,
    inputTokens,
    outputTokens,
    cacheWriteTokens: inputTokens,
    cacheWriteHourTokens: size.hourCache ? inputTokens : 0,
  });
  const pondered = costOf({ ...noUsage, inputTokens, outputTokens, reasoningTokens: outputTokens });
  return Math.max(fresh, written ?? 0, pondered ?? 0);
}
