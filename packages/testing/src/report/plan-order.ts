import type { BenchmarkRunResult } from "./benchmark-run-result.ts";
import { cellsOfTask, type ReportGrid } from "./report-grid.ts";

/** The results in the order of a plan: by repetition, then by task, then by subject with the baseline first. */
export function inPlanOrder(grid: ReportGrid): BenchmarkRunResult[] {
  const { runs, results } = grid.cells;
  const order = grid.subjects.map((_, place) => place);
  if (grid.primary > 0) order.unshift(...order.splice(grid.primary, 1));
  const byRun = new Map<number, BenchmarkRunResult[]>();
  for (let task = 0; task < grid.tasks.length; task++) {
    for (const subject of order) {
      const [start, end] = cellsOfTask(grid, subject, task);
      for (let at = start; at < end; at++) {
        const list = byRun.get(runs[at]!);
        if (list === undefined) byRun.set(runs[at]!, [results[at]!]);
        else list.push(results[at]!);
      }
    }
  }
  return inOneList([...byRun].sort(([a], [b]) => a - b).map(([, list]) => list));
}

/** Without `flat`, which asks of each of a million results whether it is a list. */
function inOneList(lists: readonly BenchmarkRunResult[][]): BenchmarkRunResult[] {
  if (lists.length === 1) return lists[0]!;
  const all = new Array<BenchmarkRunResult>(lists.reduce((total, { length }) => total + length, 0));
  let filled = 0;
  for (const list of lists) for (const result of list) all[filled++] = result;
  return all;
}
