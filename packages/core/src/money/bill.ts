import type { Settlement } from "./account.ts";
import { brokenOff } from "./broken-off.ts";
import type { Charge } from "./charge.ts";
import { estimateInputTokens } from "./estimate-tokens.ts";
import type { Flow } from "./flow.ts";
import type { PromptSize } from "./prompt-size.ts";
import { providerCostUsd } from "./provider-cost.ts";
import type { BilledUsage } from "./rates.ts";
import { noUsage, type Usage } from "./usage.ts";
import type { CostOf } from "./worst-case.ts";

/** What a call is booked with: its tokens and its cost, and how well either is known. */
export type Bill = Pick<Charge, "usage" | "usageKnown" | "costUsd" | "costBasis" | "mostUsd"> &
  Pick<Settlement, "carried">;

/** What is known of a call besides what has flowed back. */
export interface BilledCall {
  /** Who was asked, as the model names it. */
  provider: string;
  simulated: boolean;
  size: PromptSize;
  /** The longest answer there can be, thinking included; undefined when nothing limits it. */
  maxOutputTokens: number | undefined;
  /** The most the call can cost; null when the model has no price. */
  worstCaseUsd: number | null;
  /** The account is strict: what nobody knows is booked as the worst case. */
  strict: boolean;
  costOf: CostOf;
}

/**
 * The bill for what has flowed: from the provider's own count, else estimated, else nothing when it never took the call
 * or said no. Its own figure comes before every price. `complete` when the call came to its end.
 */
export function billFor(flow: Flow, complete: boolean, call: BilledCall): Bill {
  const counted = flow.counted(complete);
  if (!counted && !flow.started && (!flow.taken || flow.refused)) {
    return { usage: { ...noUsage }, usageKnown: "none", costUsd: 0, costBasis: "prices" };
  }
  const usage = counted ?? flow.estimate(estimateInputTokens(call.size), call.maxOutputTokens);
  const known = {
    usage: plain(usage),
    usageKnown: counted ? ("reported" as const) : ("estimated" as const),
  };
  const figure = providerFigure(flow, call.provider);
  if (figure !== undefined) return { ...known, costUsd: figure, costBasis: "provider" };
  const costUsd = costOrNone(call.costOf, usage);
  const bill: Bill = { ...known, costUsd, costBasis: costUsd === null ? "unpriced" : "prices" };
  // Simulated models bill nothing.
  const isKnown = complete || counted || call.simulated;
  return isKnown ? bill : brokenOff(bill, { ...call, heard: flow.started });
}

/** What the provider says that the call cost. OpenRouter's figure is on the wire before its package tells it. */
function providerFigure(
  { metadata, reported, openRouterCostUsd: onWire }: Flow,
  provider: string,
): number | undefined {
  const figure = providerCostUsd(metadata, reported?.raw);
  if (onWire === undefined || !/^openrouter\b/.test(provider)) return figure;
  return Math.max(onWire, figure ?? 0);
}

/** A price table of somebody's own may throw; the call has to end all the same. NaN is booked as the worst case. */
function costOrNone(costOf: CostOf, usage: BilledUsage): number | null {
  try {
    return costOf(usage);
  } catch {
    return Number.NaN;
  }
}

function plain(usage: BilledUsage): Usage {
  if (usage.cacheWriteHourTokens === undefined) return usage;
  const { cacheWriteHourTokens: _, ...rest } = usage;
  return rest;
}
