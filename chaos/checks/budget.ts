import type { CallRecord } from "@flow-state-dev/records";
import { mostCostUsd } from "../programs/usage.ts";
import type { Sums } from "./books.ts";

/** What a run was allowed to spend, and by how many calls at once. */
export interface Allowance {
  limitUsd: number;
  strict: boolean;
  /** Calls that can be under way at a moment, all processes together. */
  callsAtOnce: number;
  /** The most that one of them costs. */
  mostUsd: number;
}

/**
 * The most that a call costs in these books. The provider of a round bills few tokens however long a prompt is; one
 * that was cut off before it could is booked at the length of its prompt, which may be a megabyte.
 */
export function dearestUsd(calls: readonly CallRecord[]): number {
  const guessed = calls.map((call) =>
    call.state === "charged" && call.details.usageKnown !== "reported" ? (call.costUsd ?? 0) : 0,
  );
  return Math.max(mostCostUsd, ...guessed);
}

/** Strict: never past the limit, worst cases included. Else past it by no more than the calls under way. */
export function budgetProblems(
  { spentUsd, carriedUsd }: Sums,
  { limitUsd, strict, callsAtOnce, mostUsd }: Allowance,
): string[] {
  const grain = 1e-9;
  if (strict) return spentUsd > limitUsd + grain ? [`$${spentUsd} of a strict $${limitUsd} are spent.`] : [];
  const most = limitUsd + callsAtOnce * mostUsd;
  return spentUsd - carriedUsd > most + grain
    ? [`$${spentUsd - carriedUsd} of $${limitUsd} are spent, more than ${callsAtOnce} calls over.`]
    : [];
}
