import type { BenchmarkCategory } from "@flow-state-dev/core";
import type { JudgeSummary } from "./judge-summary.ts";

/** What a report says beside its cells. All below `primaryBaseline` may be left out. */
export interface BuildBenchmarkReportMeta {
  /** Id of the model that the subjects ran on. */
  model: string;
  judgeModel?: string;
  /** Repetitions per subject and task. */
  runs: number;
  /** When the run began, in milliseconds since 1970. */
  startedAt: number;
  /** The budget ended the run. */
  budgetExceeded: boolean;
  warnings: readonly string[];
  /** The subject that deltas are measured against. Default: the first of kind `baseline`. */
  primaryBaseline?: string;

  /** In the order of the configuration. Default: as first seen in the results. */
  subjects?: readonly { name: string; kind: "pattern" | "baseline" }[];
  /** In the order of the configuration. Given, every subject is due to run each of them `runs` times. */
  tasks?: readonly { id: string; category: BenchmarkCategory; family?: string }[];
  /** Cells that were to be run. Default: all of subjects × tasks × runs, or the results when no tasks are given. */
  plannedCells?: number;
  /** Somebody stopped the run. */
  aborted?: boolean;
  judge?: JudgeSummary;
  /** A simulated or scripted model took part. */
  simulated?: boolean;
  runId?: string;
  /** The run that made the outputs, when they were graded anew. */
  regradeOf?: string;
  /** Name of the benchmark. */
  name?: string;
  /** How long the run took. Default: the time from `startedAt` to now. */
  totalMs?: number;
  /** Differences within ± this do not matter. More than 0; default 0.05. */
  margin?: number;
  /** Seed of what is drawn at random. Default 1. */
  seed?: number;
  /** The budget, in dollars. */
  maxCostUsd?: number;
  /**
   * Dollars the whole run has spent, cells that are not among the results and calls lost in a crash included. Default:
   * the sum of the results.
   */
  runCostUsd?: number;
  /** Part of `runCostUsd`: calls lost in a crash, at the most they can have cost. */
  carried?: { usd: number; calls: number };
  /** Dollars spent outside the cells, as for canaries and labelled outputs; part of the total. */
  outsideCostUsd?: number;
}
