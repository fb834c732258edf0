import { toErrorRecord } from "../errors/error-record.ts";
import type { CallIntent, Settlement } from "./account.ts";
import type { ChargeFacts } from "./charge.ts";
import { noUsage } from "./usage.ts";

/** What a call is booked with that was opened and, for this reason, never went out: it cost nothing. */
export function neverSent(intent: CallIntent, reason: unknown): ChargeFacts {
  return { ...aborted(intent, reason), usageKnown: "none", costUsd: 0, costBasis: "prices" };
}

/**
 * What a call is booked with that nobody has booked by the time it had to be: carried at the most it can have cost,
 * until its true charge comes.
 */
export function leftOpen(intent: CallIntent, reason: unknown): Settlement {
  const costUsd = intent.worstCaseUsd;
  return {
    ...aborted(intent, reason),
    carried: true,
    usageKnown: "estimated",
    costUsd,
    costBasis: costUsd === null ? "unpriced" : "prices",
  };
}

function aborted({ modelId, blockName }: CallIntent, reason: unknown) {
  return {
    status: "aborted" as const,
    error: toErrorRecord(reason),
    modelId,
    ...(blockName !== undefined && { blockName }),
    usage: { ...noUsage },
    streamed: false,
    startedAt: new Date().toISOString(),
    latencyMs: 0,
  };
}
