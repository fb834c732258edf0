import type {
  BenchmarkRegistry,
  BenchmarkSubject,
  BenchmarkTask,
  ModelResolver,
  PriceTable,
  ResponseCache,
  UsesSlot,
} from "@flow-state-dev/core";
import type { Scorer } from "../scorers/scorer.ts";
import type { JudgeSettings } from "./judging/judge-settings.ts";
import type { RunBenchmarkConfig } from "./run-benchmark-config.ts";

/** A benchmark as a file exports it: what the command line and registries look for. */
export interface BenchmarkDefinition {
  /** Benchmark name. */
  name: string;
  /** Explicit subjects, when not resolving via a registry. */
  subjects?: BenchmarkSubject[];
  /** Pattern names resolved against `registry`. */
  patterns?: string[];
  /** Registry used to resolve `patterns` into subjects. */
  registry?: BenchmarkRegistry;
  /** Append a baseline subject (default true at run time). */
  baseline?: boolean;
  /** Tasks to run. Must be non-empty. */
  tasks: BenchmarkTask[];
  /** Executor model id. */
  model: string;
  /** Distinct judge model id. */
  judgeModel?: string;
  /** Extra deterministic code scorers. */
  scorers?: Scorer<unknown>[];
  /** Repetitions per (subject, task). */
  runs?: number;

  /** One baseline for each of these models beside the run's. */
  baselineModels?: string[];
  /** Capabilities for the workers of every pattern and for the baseline. */
  uses?: UsesSlot;
  /** Concurrent cells. */
  concurrency?: number;
  maxCostUsd?: number;
  /** How long the subject may work on one attempt at a cell; judging has as long again. */
  cellTimeoutMs?: number;
  judge?: JudgeSettings;
  /** Executor resolver, when models come from elsewhere than their ids say. */
  modelResolver?: ModelResolver;
  judgeResolver?: ModelResolver;
  /** Differences within ± this do not matter. */
  margin?: number;
  /** Further limits, such as `strict`, `cellBudgetUsd` and those of providers; flags come first. */
  limits?: RunBenchmarkConfig["limits"];
  /** Default: the bundled price list. */
  prices?: PriceTable;
  /** Answers calls that were made before. */
  cache?: ResponseCache;
  /** Seeds what is drawn at random in the statistics. Default: 1. */
  seed?: number;
}
