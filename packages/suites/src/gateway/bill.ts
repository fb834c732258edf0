import { type BilledUsage, type ChargeFacts, isSaneUsage, noUsage, type Usage } from "@flow-state-dev/core";
import type { CostOf } from "./request-size.ts";
import type { Answer } from "./wires/answer.ts";

/** What a call is booked with. */
export type Bill = Pick<ChargeFacts, "usage" | "usageKnown" | "costUsd" | "costBasis">;

/** That of a call that nobody bills. */
export const noBill: Readonly<Bill> = {
  usage: { ...noUsage },
  usageKnown: "none",
  costUsd: 0,
  costBasis: "prices",
};

/** What is known of a call besides its answer. */
export interface BilledCall {
  /** The provider had the request: what it read may be billed even when nothing came back. */
  taken: boolean;
  /** About how many tokens the request has; used where the provider does not say. */
  inputTokens: number;
  costOf: CostOf;
  /** Does the provider say itself what a call costs? */
  pricesItself: boolean;
}

/** The bill for what has flowed: from the provider's own count, else estimated, else nothing. */
export function billFor(answer: Answer, { taken, inputTokens, costOf, pricesItself }: BilledCall): Bill {
  const isCounted = answer.counted && isSaneUsage(answer.rawUsage);
  const counted = isCounted && answer.usage && answer.usage.inputTokens > 0 ? answer.usage : undefined;
  const refused = answer.error !== null && !answer.started;
  if (!counted && (refused || (!answer.started && !taken))) {
    return { ...noBill, usage: { ...noUsage } };
  }
  const usage = counted ?? answer.estimate(inputTokens);
  const known = { usage: plain(usage), usageKnown: counted ? ("reported" as const) : ("estimated" as const) };
  const figure = pricesItself ? answer.openRouterCostUsd : undefined;
  if (figure !== undefined) return { ...known, costUsd: figure, costBasis: "provider" };
  const costUsd = costOf(usage);
  return { ...known, costUsd, costBasis: costUsd === null ? "unpriced" : "prices" };
}

/** What the call has cost so far at the least: what was counted as read, and what was written. */
export function costSoFarUsd(answer: Answer, costOf: CostOf): number {
  return answer.started ? (costOf(answer.estimate(0)) ?? 0) : 0;
}

function plain(usage: BilledUsage): Usage {
  const { cacheWriteHourTokens: _, ...rest } = usage;
  return rest;
}
