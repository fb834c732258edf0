import type { Settlement } from "./account.ts";

type Booked = Pick<Settlement, "costUsd" | "mostUsd" | "carried">;

/**
 * The bill of a call that broke off before anything of its answer came. Nobody knows how much of it there is, or will
 * be, on the provider's side: a strict account carries the call at its worst case, any other has what is known and is
 * told the most it can be.
 */
export function unheard<B extends Booked>(
  bill: B,
  { worstCaseUsd, strict }: { worstCaseUsd: number | null; strict: boolean },
): B & Booked {
  if (worstCaseUsd === null || bill.costUsd === null || worstCaseUsd <= bill.costUsd) return bill;
  return strict ? { ...bill, costUsd: worstCaseUsd, carried: true } : { ...bill, mostUsd: worstCaseUsd };
}
