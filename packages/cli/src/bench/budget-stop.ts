import { formatMoney, sumUsd } from "@flow-state-dev/core";
import type { SweepResult } from "@flow-state-dev/sweep";

/**
 * What a person reads when a run ended for its money: what was spent, and why that is the end although some is left.
 *
 * @param done what has a result: `3 of 8 runs`
 */
export function budgetStop(result: SweepResult, budgetUsd: number, done: string): string {
  const spent = spentOf(result);
  const left = budgetUsd - spent;
  const tooDear =
    result.wantedUsd !== undefined && left > 0
      ? ` What is left (${formatMoney(left)}) does not pay for another call, which may cost up to ${formatMoney(result.wantedUsd)}.`
      : "";
  return `Stopped at the budget: ${formatMoney(spent)} of ${formatMoney(budgetUsd)} after ${done}.${tooDear} Nothing is lost.`;
}

/** A budget to go on with, as it is typed: at least `leastUsd`, and enough for the call that was too dear. */
export function budgetToGoOn(result: SweepResult, leastUsd: number): string {
  // The calls after it read more than it does.
  const forCall = result.wantedUsd === undefined ? 0 : spentOf(result) + result.wantedUsd * 1.5;
  return roundedUp(Math.max(leastUsd, forCall));
}

/** What a run has spent, in US dollars. */
export function spentOf({ spend: { subject, judge, agent } }: SweepResult): number {
  return sumUsd([subject, judge, agent]);
}

/** To two digits. */
function roundedUp(usd: number): string {
  const unit = 10 ** (Math.floor(Math.log10(usd)) - 1);
  return String(Number((Math.ceil(Number((usd / unit).toFixed(6))) * unit).toPrecision(2)));
}
