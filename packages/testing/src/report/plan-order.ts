import type { BenchmarkRunResult } from "./benchmark-run-result.ts";
import type { ReportGrid } from "./report-grid.ts";

/** The results in the order of a plan: by repetition, then by task, then by subject with the baseline first. */
export function inPlanOrder({ subjects, tasks, primary, cells }: ReportGrid): BenchmarkRunResult[] {
  const order = subjects.map((_, place) => place);
  if (primary > 0) order.unshift(...order.splice(primary, 1));
  const byRun = new Map<number, BenchmarkRunResult[]>();
  for (let task = 0; task < tasks.length; task++) {
    for (const subject of order) {
      for (const { result } of cells[subject]![task]!) {
        const list = byRun.get(result.run);
        if (list === undefined) byRun.set(result.run, [result]);
        else list.push(result);
      }
    }
  }
  return [...byRun.keys()].sort((a, b) => a - b).flatMap((run) => byRun.get(run)!);
}
