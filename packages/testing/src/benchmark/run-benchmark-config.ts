import type {
  BenchmarkSubject,
  BenchmarkTask,
  ModelResolver,
  PriceTable,
  ResponseCache,
  UsesSlot,
} from "@flow-state-dev/core";
import type { RunStore } from "@flow-state-dev/records";
import type { Limits, OnSweepEvent, Sharing } from "@flow-state-dev/sweep";
import type { Scorer } from "../scorers/scorer.ts";
import type { JudgeSettings } from "./judging/judge-settings.ts";

/** What a benchmark is called when nobody says. */
export const defaultBenchmarkName = "benchmark";

/** Cells at once where nothing is said. */
export const defaultConcurrency = 3;

/** What a sweep over explicit subjects is made of. */
export interface RunBenchmarkConfig {
  /** Subjects (patterns and optional baseline) to compare. */
  subjects: BenchmarkSubject[];
  /** Tasks every subject is run against. */
  tasks: BenchmarkTask[];
  /** Executor model id used by all subjects. */
  model: string;
  /** Distinct judge model. Defaults to `model`, with a self-preference warning. */
  judgeModel?: string;
  /** Extra deterministic code scorers applied alongside the rubric judge. */
  scorers?: Scorer<unknown>[];
  /** Repetitions per (subject, task). Default: 3. */
  runs?: number;
  /** Concurrent (subject, task, run) cells. Default: 3. */
  concurrency?: number;
  /** Abort and return a partial report when accumulated cost exceeds this. */
  maxCostUsd?: number;
  /** Executor resolver override (tests inject a mock). Default: from `model`. */
  modelResolver?: ModelResolver;
  /** Judge resolver override. Default: from `judgeModel`. */
  judgeResolver?: ModelResolver;
  /** Cancels in-flight scheduling and running cells; produces a partial report. */
  signal?: AbortSignal;

  /** Name of the benchmark, under which its runs are kept. Default: `benchmark`. */
  name?: string;
  /**
   * How long the subject may work on one attempt at a cell; waiting for limits and retries is not in it. The judge has
   * as long again, and so has each scorer. Default: no limit for the subject, 10 minutes for judging.
   */
  cellTimeoutMs?: number;
  /** Panel, repeats, scale, canaries, golden set. */
  judge?: JudgeSettings;
  /** Where the cells are kept: a store, or the file of one. Default: in memory, gone with the process. */
  store?: RunStore | string;
  /**
   * Go on with the latest run of the same definition in the store, if there is one; of one that is finished the report
   * is given again, and nothing is spent. Default: false.
   */
  resume?: boolean;
  /**
   * A run in the store whose outputs are graded, in place of running the subjects: another judge, rubric or scorer on
   * the same answers, and only the grading is paid for. Its id, the start of one, or `last`.
   */
  regrade?: string;
  /**
   * Whether the results of the report hold what was written: the output of each cell and what its judge found. Without,
   * the memory that a run takes does not grow with it, and the store alone has it. Default: true.
   */
  outputs?: boolean;
  /** With which part this process takes in a run of many machines. Default: it runs all cells itself. */
  sharing?: Sharing;
  /** Told what happens, as it happens. What the judge's checks cost is in all sums. */
  onEvent?: OnSweepEvent;
  /** Told what the check of the judge has spent while it is made, in US dollars, before any cell is planned. */
  onJudgeCheck?: (progress: { spentUsd: number }) => void;
  /** Stops scheduling; running cells may end. Produces a partial report. */
  drain?: AbortSignal;
  /**
   * Further limits: providers, strict budget, attempts, grace. `cellBudgetUsd` is what the subject may spend on one
   * attempt at a cell; the judge has no share in it.
   */
  limits?: Omit<Limits, "concurrency" | "budgetUsd" | "cellTimeoutMs">;
  /** Default: the bundled price list. */
  prices?: PriceTable;
  /** Answers calls that were made before. */
  cache?: ResponseCache;
  /**
   * Differences within ± this do not matter: a candidate that is surely within is equivalent. Below 1; default: 0.05.
   */
  margin?: number;
  /** Seeds what is drawn at random in the statistics. Default: 1. */
  seed?: number;
}

/** What a comparison of patterns by name is made of. */
export type ComparePatternsConfig = Omit<RunBenchmarkConfig, "subjects"> & {
  /** Append the single-generator baseline. Default: true. */
  baseline?: boolean;
  /** One baseline for each of these models; the run's model is always among them. Default: only the run's model. */
  baselineModels?: string[];
  /** Capabilities for the workers of every pattern and for the baseline. */
  uses?: UsesSlot;
};
