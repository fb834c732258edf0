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
  /** How long the subject may work on one attempt at a cell; judging has as long again. */
  cellTimeoutMs?: number;
  judge?: JudgeSettings;
  /** Executor resolver, when models come from elsewhere than their ids say. */
  modelResolver?: ModelResolver;
  judgeResolver?: ModelResolver;
  /** Differences within ± this do not matter. */
  margin?: number;
}

/**
 * Validates and returns a benchmark definition. Identity at runtime; throws a `BenchmarkConfigError` if the task suite
 * is empty, or if the name, the patterns or the subjects are of a kind that nothing could be made of.
 */
export function defineBenchmark(def: BenchmarkDefinition): BenchmarkDefinition {
  const problems = definitionProblems(Object(def) as Partial<Record<keyof BenchmarkDefinition, unknown>>);
  if (problems.length > 0) throw new BenchmarkConfigError(problems);
  return def;
}

function definitionProblems(def: Partial<Record<keyof BenchmarkDefinition, unknown>>): string[] {
  const { name, tasks, patterns, subjects, registry } = def;
  const named = typeof name === "string" && name.trim() !== "";
  const at = named ? `The benchmark ${name}` : "The benchmark";
  const problems: string[] = [];
  if (!named) {
    const has = name === undefined ? "has no name" : `has the name ${JSON.stringify(name)}`;
    problems.push(`${at} ${has}: give it a text under which its runs are kept.`);
  }
  if (!Array.isArray(tasks) || tasks.length === 0)
    problems.push(`${at} has an empty task suite: give it at least one task.`);
  if (patterns !== undefined && !isListOf(patterns, "string"))
    problems.push(
      `${at} has the patterns ${JSON.stringify(patterns)}: give a list of names, such as ["supervisor"].`,
    );
  if (subjects !== undefined && !isListOf(subjects, "object"))
    problems.push(`${at} has subjects that are no list of subjects.`);
  if (registry !== undefined && (typeof registry !== "object" || registry === null))
    problems.push(`${at} has a registry that is no object of adapters by name.`);
  return problems;
}

function isListOf(value: unknown, type: "string" | "object"): boolean {
  return Array.isArray(value) && value.every((each) => typeof each === type && each !== null);
}
