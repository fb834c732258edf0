import { mean } from "@flow-state-dev/stats";
import { scoresBetween } from "./cell-columns.ts";
import { cellsOfTask, type ReportGrid } from "./report-grid.ts";

/** The scores of a subject. Made once for a report: with a million tasks these are most of its memory. */
export interface SubjectScores {
  /** One list of runs per task; empty where no cell has a score. */
  byTask: readonly (readonly number[])[];
  /** Means of those tasks that have a score. */
  means: readonly number[];
  /** Mean of these means; null without any. */
  mean: number | null;
}

/** Collects the scores of a subject. */
export function subjectScores(grid: ReportGrid, subject: number): SubjectScores {
  const byTask = grid.tasks.map((_, task) => scoresBetween(grid.cells, ...cellsOfTask(grid, subject, task)));
  const means: number[] = [];
  for (const runs of byTask) if (runs.length > 0) means.push(mean(runs)!);
  return { byTask, means, mean: mean(means) };
}
