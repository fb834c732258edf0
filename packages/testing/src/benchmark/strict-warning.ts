import { BudgetExceededError, formatUsd } from "@flow-state-dev/core";
import type { RunBenchmarkConfig } from "./run-benchmark-config.ts";

/** Notes the dearest call that the budget could not bear. */
export interface RefusedCalls {
  note(error: unknown): void;
  /** In US dollars; undefined when no call was refused for its worst case. */
  readonly worstCaseUsd: number | undefined;
}

/** Nothing noted yet. */
export function createRefusedCalls(): RefusedCalls {
  let worst: number | undefined;
  return {
    note(error) {
      const { worstCaseUsd } = (refusalIn(error)?.details ?? {}) as { worstCaseUsd?: unknown };
      if (typeof worstCaseUsd === "number") worst = Math.max(worst ?? 0, worstCaseUsd);
    },
    get worstCaseUsd() {
      return worst;
    },
  };
}

/** Why a run with a strict budget has no score at all, and what would be needed. Empty when that is not so. */
export function strictWarning(
  { maxCostUsd, limits }: Pick<RunBenchmarkConfig, "maxCostUsd" | "limits">,
  { scored, spentUsd }: { scored: number; spentUsd: number },
  { worstCaseUsd }: RefusedCalls,
): string[] {
  if (!limits?.strict || maxCostUsd === undefined || scored > 0 || worstCaseUsd === undefined) return [];
  const what = spentUsd > 0 ? "No cell came to a score" : "No cell could run";
  return [
    `${what}: with strict a call goes out only when the budget can bear its worst case, and one may cost ${formatUsd(worstCaseUsd)} at most, of ${formatUsd(maxCostUsd)} in all. Raise maxCostUsd above that, once for each call at the same time, or set maxTokens on the generators to make the worst case less.`,
  ];
}

function refusalIn(error: unknown, depth = 0): BudgetExceededError | undefined {
  if (error instanceof BudgetExceededError) return error;
  return error instanceof Error && depth < 8 ? refusalIn(error.cause, depth + 1) : undefined;
}
