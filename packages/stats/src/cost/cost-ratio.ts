import { type BootstrapOptions, bootstrap } from "../compare/bootstrap.ts";
import type { Interval } from "../input/interval.ts";
import { requireNonNegative, requireSameLength } from "../input/require.ts";

/** How many times as much a candidate costs, and how surely. */
export interface CostRatio {
  /** Total of the candidate over total of the baseline, on the tasks both ran. */
  value: number;
  /** Null with fewer tasks than a bootstrap needs. */
  interval: Interval | null;
}

/** The ratio of two subjects' costs per task, tasks in the same order; null when the baseline cost nothing. */
export function costRatio(
  candidate: readonly number[],
  baseline: readonly number[],
  options: BootstrapOptions = {},
): CostRatio | null {
  requireSameLength("candidate", candidate, "baseline", baseline);
  const pairs = candidate.map((cost, task) => {
    requireNonNegative(`candidate[${task}]`, cost);
    requireNonNegative(`baseline[${task}]`, baseline[task]!);
    return [cost, baseline[task]!] as const;
  });
  const value = ratio(pairs);
  if (value === null) return null;
  const result = bootstrap(pairs, ratio, options);
  return { value, interval: result.state === "estimated" ? result.interval : null };
}

function ratio(pairs: readonly (readonly [number, number])[]): number | null {
  let above = 0;
  let below = 0;
  for (const [candidate, baseline] of pairs) {
    above += candidate;
    below += baseline;
  }
  return below > 0 ? above / below : null;
}
