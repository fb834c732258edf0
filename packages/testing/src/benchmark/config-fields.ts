import { nearestName } from "@flow-state-dev/core";
import type { ComparePatternsConfig, RunBenchmarkConfig } from "./run-benchmark-config.ts";

const ofRun: Record<keyof RunBenchmarkConfig, true> = {
  ...{ subjects: true, tasks: true, model: true, judgeModel: true, scorers: true, runs: true },
  ...{ concurrency: true, maxCostUsd: true, modelResolver: true, judgeResolver: true, signal: true },
  ...{ name: true, cellTimeoutMs: true, judge: true, store: true, resume: true, sharing: true },
  ...{ onEvent: true, drain: true, limits: true, prices: true, cache: true, margin: true, seed: true },
};

const ofComparison: Record<Exclude<keyof ComparePatternsConfig, keyof RunBenchmarkConfig>, true> = {
  ...{ baseline: true, baselineModels: true, uses: true },
};

/** The fields that `runBenchmark` knows. */
export const runFields: readonly string[] = Object.keys(ofRun);

/** The fields that `comparePatterns` knows. */
export const comparisonFields: readonly string[] = [...runFields, ...Object.keys(ofComparison)];

/**
 * Fields that nobody reads but that are spelt nearly like one that is: a limit with a slip would be none. Others are
 * their owner's business.
 */
export function fieldProblems(config: object, known: readonly string[]): string[] {
  return Object.keys(config).flatMap((field) => {
    const meant = known.includes(field) ? undefined : nearestName(field, known);
    return meant === undefined ? [] : [`There is no field ${field}: did you mean ${meant}?`];
  });
}
