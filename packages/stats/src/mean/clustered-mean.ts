import { requireFinite } from "../input/require.ts";
import { allTied } from "../input/tie-tolerance.ts";
import { sum } from "../summary/mean.ts";

/** Settings of the clustered standard error. */
export interface ClusteredOptions {
  /** Multiply the variance by clusters/(clusters − 1), as Inspect does. Default true; false is Miller's formula. */
  smallSample?: boolean;
}

/** The mean of all cells with its clustered standard error, or why there is none. */
export type ClusteredMean =
  | { state: "estimated"; clusters: number; cells: number; mean: number; standardError: number }
  | { state: "zero-variance"; clusters: number; cells: number; mean: number }
  | { state: "too-few-clusters"; clusters: number };

/**
 * The mean over all cells, and its standard error when cells of one cluster (a task, or a family of tasks) go
 * together (Miller 2024, arXiv 2411.00640). Empty clusters are left out; at least two must remain. Each cell has
 * the same weight, so with uneven runs a task with more of them weighs more.
 */
export function clusteredMean(
  clusters: readonly (readonly number[])[],
  { smallSample = true }: ClusteredOptions = {},
): ClusteredMean {
  const filled = clusters.filter((cells) => cells.length > 0);
  for (const cells of filled) requireFinite("clusters", cells);
  const count = filled.length;
  if (count < 2) return { state: "too-few-clusters", clusters: count };
  const sums = filled.map(sum);
  const cells = filled.reduce((total, cluster) => total + cluster.length, 0);
  const mean = sum(sums) / cells;
  const excesses = filled.map((cluster, i) => sums[i]! - cluster.length * mean);
  if (allTied(excesses)) return { state: "zero-variance", clusters: count, cells, mean };
  const squares = sum(excesses.map((excess) => excess * excess));
  const correction = smallSample ? count / (count - 1) : 1;
  return {
    state: "estimated",
    clusters: count,
    cells,
    mean,
    standardError: Math.sqrt(squares * correction) / cells,
  };
}
