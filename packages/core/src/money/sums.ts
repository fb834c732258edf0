import type { Charge } from "./charge.ts";
import { type NanoUsd, toNanoUsd } from "./nano-usd.ts";
import type { Usage } from "./usage.ts";

/** What the charges of an account add up to. */
export interface Sums {
  /** Booked calls. */
  calls: number;
  /** Those of them whose cost nobody knows. */
  unpricedCalls: number;
  /** Known costs. */
  spent: NanoUsd;
  /** Tokens of all of them. */
  readonly totals: Usage;
}

/** Adds a charge; `sign` −1 takes it out again. */
export function book(sums: Sums, { usage, costUsd }: Pick<Charge, "usage" | "costUsd">, sign: 1 | -1): void {
  sums.calls += sign;
  if (costUsd === null) sums.unpricedCalls += sign;
  else sums.spent += sign * toNanoUsd(costUsd);
  const { totals } = sums;
  totals.inputTokens += sign * usage.inputTokens;
  totals.outputTokens += sign * usage.outputTokens;
  totals.cacheReadTokens += sign * usage.cacheReadTokens;
  totals.cacheWriteTokens += sign * usage.cacheWriteTokens;
  totals.reasoningTokens += sign * usage.reasoningTokens;
}
