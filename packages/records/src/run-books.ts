import { fromNanoUsd, toNanoUsd } from "./nano-usd.ts";

/** The money of a run at one moment, that of all processes together, in US dollars. */
export interface RunBooks {
  /** Charged and carried, by whoever it was spent. */
  spentUsd: number;
  /** Part of what is spent: calls whose end nobody knows, at the most they can have cost. */
  carriedUsd: number;
  /** The calls that `carriedUsd` stands for; those whose worst case is unknown too are not among them. */
  carriedCalls: number;
  /** Worst cases of the calls under way; those without a price count nothing. */
  reservedUsd: number;
  /** Calls under way. */
  openCalls: number;
}

/** What a run may spend, all processes together. */
export interface CallBudget {
  limitUsd: number;
  /**
   * Whether worst cases count as spent, those of the calls under way and of those whose end nobody knows, so that the
   * limit is never passed. Without, only what is known counts: a crash must not use the budget up.
   */
  strict: boolean;
}

/** More than any run can spend: sums of money are exact up to this, in US dollars. */
const mostUsd = 9e6;

/**
 * The limit of a budget in whole billionths of a dollar; null without one. What lies above all that can be spent will
 * do.
 */
export function limitNano(budget: CallBudget | undefined): number | null {
  return budget ? toNanoUsd(Math.min(budget.limitUsd, mostUsd), "The limit of a budget") : null;
}

/**
 * Answer to a call that wants to open, with the books right after: it is written down and may go out, or there is no
 * money for it and nothing was written. It counts everything this store was told before the call.
 */
export type CallGrant = RunBooks & { state: "opened" | "refused" };

/** The same books in the units of the tables: money in whole billionths of a dollar. */
export interface NanoBooks {
  spent: number;
  carried: number;
  carriedCalls: number;
  reserved: number;
  openCalls: number;
}

/** The books in dollars. */
export function toBooks({ spent, carried, carriedCalls, reserved, openCalls }: NanoBooks): RunBooks {
  return {
    spentUsd: fromNanoUsd(spent),
    carriedUsd: fromNanoUsd(carried),
    carriedCalls,
    reservedUsd: fromNanoUsd(reserved),
    openCalls,
  };
}

/**
 * Whether a call may open that costs `worst` at most, null when nobody knows; amounts in whole billionths of a dollar.
 * One that costs nothing always may. Any other needs something left of what is known to be spent, and in strict mode
 * room for its worst case beside those of the calls under way and of those whose end nobody knows.
 */
export function mayOpen(
  { spent, carried, reserved }: Pick<NanoBooks, "spent" | "carried" | "reserved">,
  limit: number,
  strict: boolean,
  worst: number | null,
): boolean {
  if (worst === 0) return true;
  if (!strict) return spent - carried < limit;
  return spent < limit && spent + reserved + (worst ?? 0) <= limit;
}
