import { sumUsd } from "@flow-state-dev/core";
import { mean, populationDeviation } from "@flow-state-dev/stats";
import type { SubjectCategoryStat } from "./benchmark-report.ts";
import { overall } from "./category-labels.ts";
import { type GradedCell, scoresOf } from "./graded-cell.ts";
import type { ReportGrid } from "./report-grid.ts";
import { tidy } from "./tidy.ts";

/** One subject in one category, or in all of them: what was planned, what there is, and its scores. */
export interface CellPool {
  subject: number;
  category: string;
  planned: number;
  cells: readonly GradedCell[];
  scores: readonly number[];
}

/** The pools of every subject, category by category and then `overall`. Where nothing was planned there is none. */
export function poolsOf(grid: ReportGrid): CellPool[] {
  const byCategory = new Map<string, number[]>(grid.categories.map((category) => [category, []]));
  grid.tasks.forEach(({ category }, task) => byCategory.get(category)!.push(task));
  const all = grid.tasks.map((_, task) => task);
  return grid.subjects.flatMap((_, subject) => {
    const pool = (category: string, tasks: readonly number[]): CellPool => {
      const cells: GradedCell[] = [];
      let planned = 0;
      for (const task of tasks) {
        for (const cell of grid.cells[subject]![task]!) cells.push(cell);
        planned += grid.planned[subject]![task]!;
      }
      return { subject, category, planned, cells, scores: scoresOf(cells) };
    };
    const pools = grid.categories.map((category) => pool(category, byCategory.get(category)!));
    return [...pools.filter(({ planned }) => planned > 0), pool(overall, all)];
  });
}

/** The spec's aggregates of a pool. Without a score the numbers made of scores are 0, and `scored` says so. */
export function statOf(subject: string, { category, planned, cells, scores }: CellPool): SubjectCategoryStat {
  let [passed, failed] = [0, 0];
  const latencies: number[] = [];
  const costs = new Float64Array(cells.length);
  for (let at = 0; at < cells.length; at++) {
    const { kind, score, result } = cells[at]!;
    if (kind === "passed") passed += 1;
    else if (kind === "failed") failed += 1;
    if (score !== null && Number.isFinite(result.latencyMs)) latencies.push(result.latencyMs);
    if (Number.isFinite(result.costUsd)) costs[at] = result.costUsd;
  }
  return {
    subject,
    category,
    mean: tidy(mean(scores) ?? 0),
    stddev: tidy(populationDeviation(scores) ?? 0),
    passRate: tidy(scores.length === 0 ? 0 : passed / scores.length),
    runs: planned,
    successfulRuns: passed + failed,
    scored: scores.length,
    costUsd: sumUsd(costs),
    meanLatencyMs: tidy(mean(latencies) ?? 0),
    codeScores: codeScoresOf(cells),
  };
}

function codeScoresOf(cells: readonly GradedCell[]): Record<string, number> {
  const scores = new Map<string, number[]>();
  for (const { result } of cells) {
    if (result.codeScores === undefined) continue;
    for (const [name, score] of Object.entries(result.codeScores)) {
      if (!Number.isFinite(score)) continue;
      const list = scores.get(name);
      if (list === undefined) scores.set(name, [score]);
      else list.push(score);
    }
  }
  return Object.fromEntries([...scores].map(([name, list]) => [name, tidy(mean(list)!)]));
}
