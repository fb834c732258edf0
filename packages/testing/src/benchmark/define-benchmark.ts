import type {
  BenchmarkRegistry,
  BenchmarkSubject,
  BenchmarkTask,
  ModelResolver,
  UsesSlot,
} from "@flow-state-dev/core";
import type { Scorer } from "../scorers/scorer.ts";
import { BenchmarkConfigError } from "./benchmark-config-error.ts";
import type { JudgeSettings } from "./judge-settings.ts";

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
  /** What one attempt at a cell may take, judging included. */
  cellTimeoutMs?: number;
  judge?: JudgeSettings;
  /** Executor resolver, when models come from elsewhere than their ids say. */
  modelResolver?: ModelResolver;
  judgeResolver?: ModelResolver;
  /** Differences within ± this do not matter. */
  margin?: number;
}

/**
 * Validates and returns a benchmark definition. Identity at runtime; throws if the task suite is empty.
 */
export function defineBenchmark(def: BenchmarkDefinition): BenchmarkDefinition {
  if (!Array.isArray(def?.tasks) || def.tasks.length === 0) {
    const name =
      typeof def?.name === "string" && def.name !== "" ? `The benchmark ${def.name}` : "The benchmark";
    throw new BenchmarkConfigError([`${name} has an empty task suite: give it at least one task.`]);
  }
  return def;
}
