import { nearestName } from "@flow-state-dev/core";
import type { BenchmarkDefinition } from "../benchmark-definition.ts";
import type { JudgeSettings } from "../judging/judge-settings.ts";
import type { ComparePatternsConfig, RunBenchmarkConfig } from "../run-benchmark-config.ts";
import { gapProblem } from "./value-problems.ts";

const ofRun: Record<keyof RunBenchmarkConfig, true> = {
  ...{ subjects: true, tasks: true, model: true, judgeModel: true, scorers: true, runs: true },
  ...{ concurrency: true, maxCostUsd: true, modelResolver: true, judgeResolver: true, signal: true },
  ...{ name: true, cellTimeoutMs: true, judge: true, store: true, resume: true, regrade: true },
  ...{ outputs: true, sharing: true },
  ...{
    onEvent: true,
    onJudgeCheck: true,
    drain: true,
    limits: true,
    prices: true,
    cache: true,
    margin: true,
    seed: true,
  },
};

const ofComparison: Record<Exclude<keyof ComparePatternsConfig, keyof RunBenchmarkConfig>, true> = {
  ...{ baseline: true, baselineModels: true, uses: true },
};

const ofDefinition: Record<keyof BenchmarkDefinition, true> = {
  ...{ name: true, subjects: true, patterns: true, registry: true, baseline: true, tasks: true },
  ...{ model: true, judgeModel: true, scorers: true, runs: true, baselineModels: true, uses: true },
  ...{ concurrency: true, maxCostUsd: true, cellTimeoutMs: true, judge: true, modelResolver: true },
  ...{ judgeResolver: true, margin: true, limits: true, prices: true, cache: true, seed: true },
};

/** Limits that stand beside each other in `limits`, and are looked for in vain where that stands. */
const ofLimits: Record<keyof NonNullable<RunBenchmarkConfig["limits"]>, true> = {
  ...{ providers: true, strict: true, allowUnpriced: true, cellBudgetUsd: true, maxAttempts: true },
  ...{ backoffBaseMs: true, backoffMaxMs: true, maxRetryAfterMs: true, graceMs: true, settleMs: true },
};

const ofJudge: Record<keyof JudgeSettings, true> = {
  ...{ panel: true, canaries: true, golden: true, repeats: true, scale: true, threshold: true },
  ...{ retries: true, maxTokens: true, temperature: true, timeoutMs: true },
};

/** The fields that `runBenchmark` knows. */
export const runFields: readonly string[] = Object.keys(ofRun);

/** The fields that `comparePatterns` knows. */
export const comparisonFields: readonly string[] = [...runFields, ...Object.keys(ofComparison)];

/** The fields that `defineBenchmark` knows. */
export const definitionFields: readonly string[] = Object.keys(ofDefinition);

/** The settings of a judge that a benchmark knows. */
export const judgeFields: readonly string[] = Object.keys(ofJudge);

/**
 * Fields that nobody reads but that are spelt nearly like one that is: a limit with a slip would be none. Others are
 * their owner's business. And lists with gaps in those that are read. `at` stands before the fields of what is nested,
 * such as `judge.`.
 */
export function fieldProblems(config: object, known: readonly string[], at = ""): string[] {
  return Object.entries(config).flatMap(([field, value]) => {
    if (known.includes("limits") && Object.hasOwn(ofLimits, field))
      return [`There is no field ${field}: it is a limit, so write limits: { ${field}: … }.`];
    if (known.includes(field)) return gapProblem(`${at}${field}`, value);
    const meant = nearestName(field, known);
    return meant === undefined ? [] : [`There is no field ${at}${field}: did you mean ${at}${meant}?`];
  });
}

/** The same for the settings of the judge. What is no object is looked at elsewhere. */
export function judgeFieldProblems(judge: unknown): string[] {
  if (typeof judge !== "object" || judge === null) return [];
  const model = Object.hasOwn(judge, "model")
    ? ["There is no field judge.model: the model of the judge is judgeModel, or several are judge.panel."]
    : [];
  return [...model, ...fieldProblems(judge, judgeFields, "judge.")];
}
