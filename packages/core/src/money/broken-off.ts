import type { Settlement } from "./account.ts";

type Booked = Pick<Settlement, "costUsd" | "mostUsd" | "carried">;

/**
 * The bill of a call that broke off before its count came. A strict account carries it at its worst case: what a
 * provider writes, and bills, after that nobody knows. Any other has what is known; where not even the beginning of an
 * answer had come, it is told the most that it can be.
 */
export function brokenOff<B extends Booked>(
  bill: B,
  { worstCaseUsd, strict, heard }: { worstCaseUsd: number | null; strict: boolean; heard: boolean },
): B & Booked {
  if (worstCaseUsd === null || bill.costUsd === null || worstCaseUsd <= bill.costUsd) return bill;
  if (strict) return { ...bill, costUsd: worstCaseUsd, carried: true };
  return heard ? bill : { ...bill, mostUsd: worstCaseUsd };
}
