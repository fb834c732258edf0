import { type BilledUsage, noUsage } from "@flow-state-dev/core";
import { readRequestParts } from "./understood/read-request-parts.ts";
import type { Json } from "./wires/json.ts";
import type { WireName } from "./wires/wire-name.ts";

/** What tokens cost; null when the model has no price. */
export type CostOf = (usage: BilledUsage) => number | null;

/** Answers are taken to be no longer than this when nothing limits them. */
export const unlimitedOutputTokens = 131_072;
/**
 * The most tokens that a request can give a model to read: a token is at least one byte, files are counted apart, and
 * every message and tool adds some of the provider's own. What is not in its bytes is not in here.
 */
export function inputTokenBound(wire: WireName, body: Json, bodyBytes: number): number {
  const { fileBytes, fileTokens, messages, tools } = readRequestParts(wire, body);
  const wrapping = 64 + 64 * (messages + tools) + (tools > 0 ? 2_048 : 0);
  return bodyBytes - fileBytes + fileTokens + wrapping;
}

/**
 * The most that a call can cost: its input read fresh or written to a cache, whichever is dearer. `hourCache` when it
 * asks for a cache that is kept for an hour.
 */
export function worstCaseUsd(
  costOf: CostOf,
  { inputTokens, outputTokens, hourCache }: { inputTokens: number; outputTokens: number; hourCache: boolean },
): number | null {
  const fresh = costOf({ ...noUsage, inputTokens, outputTokens });
  if (fresh === null) return null;
  const cacheWriteHourTokens = hourCache ? inputTokens : 0;
  const written = costOf({
    ...noUsage,
    inputTokens,
    outputTokens,
    cacheWriteTokens: inputTokens,
    cacheWriteHourTokens,
  });
  const pondered = costOf({ ...noUsage, inputTokens, outputTokens, reasoningTokens: outputTokens });
  return Math.max(fresh, written ?? 0, pondered ?? 0);
}
