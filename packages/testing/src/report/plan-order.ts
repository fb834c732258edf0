import type { BenchmarkRunResult } from "./benchmark-run-result.ts";
import type { ReportGrid } from "./report-grid.ts";

/** The results in the order of a plan: by repetition, then by task, then by subject with the baseline first. */
export function inPlanOrder({ subjects, tasks, primary, cells }: ReportGrid): BenchmarkRunResult[] {
  const order = subjects.map((_, place) => place);
  if (primary > 0) order.unshift(...order.splice(primary, 1));
  const byTask = tasks.flatMap((_, task) =>
    order.flatMap((subject) => cells[subject]![task]!.map(({ result }) => result)),
  );
  return byTask.sort((a, b) => a.run - b.run);
}
