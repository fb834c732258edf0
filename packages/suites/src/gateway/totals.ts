import { addUsage, noUsage, sumUsd, type Usage } from "@flow-state-dev/core";
import type { Exchange } from "./exchange.ts";

/** What went through a gateway. */
export interface GatewayTotals {
  /** Calls that were sent on. */
  calls: number;
  /** Of these, answered to the end. */
  complete: number;
  /** Of these, refused by the provider, broken, or out of reach. */
  failed: number;
  /** Of these, cut off by the agent, the budget or the end. */
  aborted: number;
  /** Calls that were not sent on. */
  refused: number;
  /** Of the calls that were sent on, those that repeat one that had failed. */
  retried: number;
  /** Calls that were answered to the end without a count of their tokens; they are estimated. */
  unmetered: number;
  /** Calls whose cost nobody knows; it is not in `costUsd`. */
  unpriced: number;
  /** Tokens of all calls. */
  usage: Usage;
  /** US dollars, as far as known. */
  costUsd: number;
  /** Questions that the gateway answered itself: which models there are, whether it is there. */
  probes: number;
  /** Questions for the length of a prompt. */
  counts: number;
  /** Attempts to switch to WebSocket. */
  upgrades: number;
}

/** A gateway that nothing has gone through. */
export function noTotals(): GatewayTotals {
  return {
    calls: 0,
    complete: 0,
    failed: 0,
    aborted: 0,
    refused: 0,
    retried: 0,
    unmetered: 0,
    unpriced: 0,
    usage: { ...noUsage },
    costUsd: 0,
    probes: 0,
    counts: 0,
    upgrades: 0,
  };
}

/** Adds a call that has ended. */
export function addExchange(totals: GatewayTotals, exchange: Exchange): void {
  totals[exchange.status] += 1;
  if (exchange.status === "refused") return;
  totals.calls += 1;
  if (exchange.retryOf !== null) totals.retried += 1;
  if (exchange.status === "complete" && exchange.usageKnown !== "reported") totals.unmetered += 1;
  if (exchange.usage) totals.usage = addUsage(totals.usage, exchange.usage);
  if (exchange.costUsd === null) totals.unpriced += 1;
  else totals.costUsd = sumUsd([totals.costUsd, exchange.costUsd]);
}
