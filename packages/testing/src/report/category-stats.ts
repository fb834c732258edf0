import { fromNanoUsd, toNanoUsd } from "@flow-state-dev/core";
import { mean, populationDeviation, tidy } from "@flow-state-dev/stats";
import { overall } from "./category-labels.ts";
import { type CellColumns, hasScore } from "./cell-columns.ts";
import type { CompleteStat } from "./complete-report.ts";
import { cellsOfTask, type ReportGrid } from "./report-grid.ts";

/** One subject in one category, or in all of them: what was planned, and what its cells add up to. */
export interface CellPool {
  subject: number;
  category: string;
  planned: number;
  passed: number;
  failed: number;
  scores: number[];
  /** Of cells with a score, in milliseconds. */
  latencies: number[];
  /** In whole billionths of a dollar. */
  costNano: number;
  /** The same, of what the scores took; NaN when that is not known. */
  comparedNano: number;
  /** Of the scorers in code, by their names. */
  codeScores: Map<string, number[]>;
}

/** The pools of every subject, category by category and then `overall`. Where nothing was planned there is none. */
export function poolsOf(grid: ReportGrid): CellPool[] {
  const places = new Map(grid.categories.map((category, place) => [category, place]));
  const categoryOf = Uint32Array.from(grid.tasks, ({ category }) => places.get(category)!);
  return grid.subjects.flatMap((_, subject) => {
    const pools = grid.categories.map((category) => emptyPool(subject, category));
    const whole = emptyPool(subject, overall);
    categoryOf.forEach((place, task) => {
      const pool = pools[place]!;
      const planned = grid.planned[subject]![task]!;
      pool.planned += planned;
      whole.planned += planned;
      const [start, end] = cellsOfTask(grid, subject, task);
      addCells(pool, grid.cells, start, end);
      addCells(whole, grid.cells, start, end);
      addCodeScores(pool, whole, grid.cells, start, end);
    });
    return [...pools.filter(({ planned }) => planned > 0), whole];
  });
}

function emptyPool(subject: number, category: string): CellPool {
  return {
    ...{ subject, category, planned: 0, passed: 0, failed: 0, costNano: 0, comparedNano: 0 },
    ...{ scores: [], latencies: [], codeScores: new Map() },
  };
}

function addCells(pool: CellPool, cells: CellColumns, start: number, end: number): void {
  for (let at = start; at < end; at++) {
    const kind = cells.kinds[at]!;
    const latencyMs = cells.latencyMs[at]!;
    if (kind === "passed") pool.passed += 1;
    else if (kind === "failed") pool.failed += 1;
    pool.costNano += cells.costNano[at]!;
    if (hasScore(cells.scores[at]!)) {
      pool.scores.push(cells.scores[at]!);
      pool.comparedNano += toNanoUsd(cells.comparedUsd[at]!);
      if (Number.isFinite(latencyMs)) pool.latencies.push(latencyMs);
    }
  }
}

function addCodeScores(
  pool: CellPool,
  whole: CellPool,
  cells: CellColumns,
  start: number,
  end: number,
): void {
  for (let at = start; at < end; at++) {
    const codeScores = cells.more[at] === 1 ? cells.results[at]!.codeScores : undefined;
    if (codeScores === undefined) continue;
    for (const [name, codeScore] of Object.entries(codeScores)) {
      if (!Number.isFinite(codeScore)) continue;
      listOf(pool.codeScores, name).push(codeScore);
      listOf(whole.codeScores, name).push(codeScore);
    }
  }
}

function listOf(lists: Map<string, number[]>, name: string): number[] {
  let list = lists.get(name);
  if (list === undefined) {
    list = [];
    lists.set(name, list);
  }
  return list;
}

/** The spec's aggregates of a pool. Without a score the numbers made of scores are 0, and `scored` says so. */
export function statOf(subject: string, pool: CellPool): CompleteStat {
  const { category, planned, passed, failed, scores, latencies, costNano, comparedNano, codeScores } = pool;
  const costPerTask = fromNanoUsd(comparedNano) / scores.length;
  return {
    subject,
    category,
    mean: tidy(mean(scores) ?? 0),
    stddev: tidy(populationDeviation(scores) ?? 0),
    passRate: tidy(scores.length === 0 ? 0 : passed / scores.length),
    runs: planned,
    successfulRuns: passed + failed,
    scored: scores.length,
    costUsd: fromNanoUsd(costNano),
    costPerTaskUsd: Number.isFinite(costPerTask) ? tidy(costPerTask) : null,
    meanLatencyMs: tidy(mean(latencies) ?? 0),
    codeScores: Object.fromEntries(Array.from(codeScores, ([name, list]) => [name, tidy(mean(list)!)])),
  };
}
