import { fromNanoUsd, toNanoUsd } from "@flow-state-dev/core";
import { mean, populationDeviation } from "@flow-state-dev/stats";
import type { SubjectCategoryStat } from "./benchmark-report.ts";
import { overall } from "./category-labels.ts";
import type { GradedCell } from "./graded-cell.ts";
import type { ReportGrid } from "./report-grid.ts";
import { tidy } from "./tidy.ts";

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
  /** Of the scorers in code, by their names. */
  codeScores: Map<string, number[]>;
}

/** The pools of every subject, category by category and then `overall`. Where nothing was planned there is none. */
export function poolsOf(grid: ReportGrid): CellPool[] {
  return grid.subjects.flatMap((_, subject) => {
    const pools = new Map(grid.categories.map((category) => [category, emptyPool(subject, category)]));
    const whole = emptyPool(subject, overall);
    // Every cell is looked at once: there may be a million of them.
    grid.tasks.forEach(({ category }, task) => {
      const pool = pools.get(category)!;
      const planned = grid.planned[subject]![task]!;
      pool.planned += planned;
      whole.planned += planned;
      for (const cell of grid.cells[subject]![task]!) add(cell, pool, whole);
    });
    return [...[...pools.values()].filter(({ planned }) => planned > 0), whole];
  });
}

function emptyPool(subject: number, category: string): CellPool {
  return {
    ...{ subject, category, planned: 0, passed: 0, failed: 0, costNano: 0 },
    ...{ scores: [], latencies: [], codeScores: new Map() },
  };
}

function add({ kind, score, result }: GradedCell, pool: CellPool, whole: CellPool): void {
  const { latencyMs, costUsd, codeScores } = result;
  const nano = Number.isFinite(costUsd) ? toNanoUsd(costUsd) : 0;
  const isTimed = score !== null && Number.isFinite(latencyMs);
  for (const each of [pool, whole]) {
    if (kind === "passed") each.passed += 1;
    else if (kind === "failed") each.failed += 1;
    each.costNano += nano;
    if (score !== null) each.scores.push(score);
    if (isTimed) each.latencies.push(latencyMs);
  }
  if (codeScores === undefined) return;
  for (const [name, codeScore] of Object.entries(codeScores)) {
    if (!Number.isFinite(codeScore)) continue;
    listOf(pool.codeScores, name).push(codeScore);
    listOf(whole.codeScores, name).push(codeScore);
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
export function statOf(subject: string, pool: CellPool): SubjectCategoryStat {
  const { category, planned, passed, failed, scores, latencies, costNano, codeScores } = pool;
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
    meanLatencyMs: tidy(mean(latencies) ?? 0),
    codeScores: Object.fromEntries(Array.from(codeScores, ([name, list]) => [name, tidy(mean(list)!)])),
  };
}
