import type { Ledger } from "@flow-state-dev/core";
import type { CallCharge, Json, JsonObject } from "@flow-state-dev/records";

/** A charge as a ledger is told of it. */
export type BookedCharge = Parameters<Ledger["charged"]>[0];

/** What the store has in columns of its own. */
const columns: ReadonlySet<string> = new Set<keyof BookedCharge>([
  ...(["callId", "costUsd", "usage", "accounts", "payer", "modelId"] as const),
]);

/**
 * A charge as the store takes it: what has columns there, and all else under `details` as plain JSON, without what is
 * undefined and what the opening of the call has said already.
 */
export function toCallCharge(charge: BookedCharge): CallCharge {
  const { callId, costUsd, usage } = charge;
  return { callId, costUsd, usage, details: plain(charge, columns) };
}

function plain(value: object, without?: ReadonlySet<string>): JsonObject {
  const members: Record<string, Json> = {};
  for (const name of Object.keys(value)) {
    const member = value[name as keyof typeof value] as Json | object | undefined;
    if (member === undefined || without?.has(name)) continue;
    members[name] = typeof member === "object" && member !== null ? plain(member) : member;
  }
  return members;
}
