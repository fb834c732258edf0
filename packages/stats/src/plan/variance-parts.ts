import type { RunsByTask } from "../compare/task-differences.ts";
import { requireFinite } from "../input/require.ts";
import { allTied } from "../input/tie-tolerance.ts";
import { sum } from "../summary/mean.ts";
import { squaredDeviations } from "../summary/variance.ts";

/** Where the spread of one subject's scores comes from (one-way analysis of variance), or why it cannot be told. */
export type VarianceParts =
  | {
      state: "estimated";
      tasks: number;
      cells: number;
      meanSquareBetween: number;
      /** Also the variance between runs of one task. */
      meanSquareWithin: number;
      /** Variance of the tasks' true means; 0 when the estimate would be negative. */
      varianceBetween: number;
      /** Share of the variance that lies between tasks, 0 to 1; 1 means that repeating a run teaches nothing. */
      intraclassCorrelation: number;
      /** By how much the variance of the mean exceeds that of as many independent cells. */
      designEffect: number;
      /** How many independent cells these cells are worth. */
      effectiveCells: number;
    }
  /** All cells have the same score. */
  | { state: "zero-variance"; tasks: number; cells: number }
  | { state: "too-few-tasks"; tasks: number }
  /** No task was run twice. */
  | { state: "too-few-runs"; tasks: number };

/** Splits the variance of T tasks × K runs into between and within tasks. K may differ; empty tasks are left out. */
export function varianceParts(scores: RunsByTask): VarianceParts {
  const filled = scores.filter((runs) => runs.length > 0);
  for (const runs of filled) requireFinite("scores", runs);
  const tasks = filled.length;
  if (tasks < 2) return { state: "too-few-tasks", tasks };
  const cells = filled.reduce((total, runs) => total + runs.length, 0);
  if (cells === tasks) return { state: "too-few-runs", tasks };
  const all = filled.flat();
  if (allTied(all)) return { state: "zero-variance", tasks, cells };
  const grandMean = sum(all) / cells;
  const between = sum(filled.map((runs) => runs.length * (sum(runs) / runs.length - grandMean) ** 2));
  const within = sum(filled.map((runs) => squaredDeviations(runs)));
  const meanSquareBetween = between / (tasks - 1);
  const meanSquareWithin = within / (cells - tasks);
  // With uneven runs the first is the usual stand-in for K in the estimate, the second in the design effect.
  const crowding = sum(filled.map((runs) => runs.length ** 2)) / cells;
  const typicalRuns = (cells - crowding) / (tasks - 1);
  const varianceBetween = Math.max(0, (meanSquareBetween - meanSquareWithin) / typicalRuns);
  const intraclassCorrelation = varianceBetween / (varianceBetween + meanSquareWithin);
  const designEffect = 1 + (crowding - 1) * intraclassCorrelation;
  return {
    state: "estimated",
    tasks,
    cells,
    meanSquareBetween,
    meanSquareWithin,
    varianceBetween,
    intraclassCorrelation,
    designEffect,
    effectiveCells: cells / designEffect,
  };
}
