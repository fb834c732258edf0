import { mostCostUsd } from "../programs/usage.ts";
import type { Sums } from "./books.ts";

/** What a run was allowed to spend, and by how many calls at once. */
export interface Allowance {
  limitUsd: number;
  strict: boolean;
  /** Calls that can be under way at a moment, all processes together. */
  callsAtOnce: number;
}

/** Strict: never past the limit, worst cases included. Else past it by no more than the calls under way. */
export function budgetProblems(
  { spentUsd, carriedUsd }: Sums,
  { limitUsd, strict, callsAtOnce }: Allowance,
): string[] {
  const grain = 1e-9;
  if (strict) return spentUsd > limitUsd + grain ? [`$${spentUsd} of a strict $${limitUsd} are spent.`] : [];
  const most = limitUsd + callsAtOnce * mostCostUsd;
  return spentUsd - carriedUsd > most + grain
    ? [`$${spentUsd - carriedUsd} of $${limitUsd} are spent, more than ${callsAtOnce} calls over.`]
    : [];
}
