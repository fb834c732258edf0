import { costRatio } from "@flow-state-dev/stats";
import type { Comparison } from "./comparison.ts";
import type { GradedCell } from "./graded-cell.ts";
import type { ReportGrid } from "./report-grid.ts";

/** Tasks drawn in all samples together, at most: with many tasks the interval is narrow, and drawing takes time. */
const drawnTasks = 400_000;

/**
 * How many times as much a candidate costs as the baseline, for a run of each of these tasks. Judges are not part
 * of it. Null when a cost is not known, or is 0.
 */
export function costRatioOf(
  { cells, primary }: ReportGrid,
  candidate: number,
  tasks: readonly number[],
  seed: number,
): Comparison["costRatio"] {
  const above: number[] = [];
  const below: number[] = [];
  for (const task of tasks) {
    const cost = costOfOneRun(cells[candidate]![task]!);
    const baseline = costOfOneRun(cells[primary]![task]!);
    if (cost === null || baseline === null) return null;
    above.push(cost);
    below.push(baseline);
  }
  if (!above.some((cost) => cost > 0)) return null;
  const ratio = costRatio(above, below, { seed, resamples: samplesFor(tasks.length) });
  return ratio && { value: ratio.value, interval95: ratio.interval };
}

function samplesFor(tasks: number): number {
  return Math.min(2000, Math.max(400, Math.round(drawnTasks / tasks)));
}

/** Mean cost of the runs with a score; null when there is none or a cost is not known. */
function costOfOneRun(runs: readonly GradedCell[]): number | null {
  let total = 0;
  let scored = 0;
  for (const { score, subjectUsd, unknownCalls } of runs) {
    if (score === null) continue;
    if (unknownCalls > 0) return null;
    total += subjectUsd;
    scored++;
  }
  return scored === 0 ? null : total / scored;
}
