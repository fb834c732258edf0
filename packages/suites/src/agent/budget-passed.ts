import { type Account, formatUsd } from "@flow-state-dev/core";

/** By how much an agent has passed its budget, in a sentence. */
export function budgetPassed({
  spentUsd,
  limitUsd,
}: Pick<Account, "spentUsd"> & { limitUsd: number }): string {
  return `It spent ${formatUsd(spentUsd)}, and its budget is ${formatUsd(limitUsd)}.`;
}
