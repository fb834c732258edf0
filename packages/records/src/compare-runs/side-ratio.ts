import { costRatio, type Families, resamplesFor } from "@flow-state-dev/stats";
import type { ScoredPair } from "./pair-tasks.ts";
import type { SideRatio, TaskSide } from "./run-comparison.ts";

/** How many times as much B needs as A, over tasks of the same weight. Null when one is not known, or all are 0. */
export function sideRatio(
  pairs: readonly ScoredPair[],
  amount: (side: TaskSide) => number | null,
  { seed, families }: { seed: number; families: Families | undefined },
): SideRatio | null {
  const above: number[] = [];
  const below: number[] = [];
  for (const { a, b } of pairs) {
    const [left, right] = [amount(a), amount(b)];
    if (left === null || right === null) return null;
    above.push(right);
    below.push(left);
  }
  if (!above.some((value) => value > 0)) return null;
  const ratio = costRatio(above, below, { seed, resamples: resamplesFor(pairs.length), families });
  return ratio && { value: ratio.value, interval95: ratio.interval };
}
