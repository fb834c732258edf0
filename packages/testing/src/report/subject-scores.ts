import { type Families, mean } from "@flow-state-dev/stats";
import { scoresBetween } from "./cell-columns.ts";
import { cellsOfTask, familiesAmong, type ReportGrid } from "./report-grid.ts";

/** The scores of a subject. Made once for a report: with a million tasks these are most of its memory. */
export interface SubjectScores {
  /** One list of runs per task; empty where no cell has a score. */
  byTask: readonly (readonly number[])[];
  /** Means of those tasks that have a score. */
  means: readonly number[];
  /** The families of these; undefined when none of them has a sibling. */
  families: Families | undefined;
  /** Mean of these means; null without any. */
  mean: number | null;
}

/** Collects the scores of a subject. */
export function subjectScores(grid: ReportGrid, subject: number): SubjectScores {
  const byTask = grid.tasks.map((_, task) => scoresBetween(grid.cells, ...cellsOfTask(grid, subject, task)));
  const means: number[] = [];
  const scored: number[] = [];
  for (let task = 0; task < byTask.length; task++) {
    if (byTask[task]!.length === 0) continue;
    means.push(mean(byTask[task]!)!);
    scored.push(task);
  }
  return { byTask, means, families: familiesAmong(grid, scored), mean: mean(means) };
}
