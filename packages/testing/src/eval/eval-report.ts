import type { Usage } from "@flow-state-dev/core";
import { mean, populationDeviation } from "@flow-state-dev/stats";
import type { ScoreResult } from "../scorers/score-result.ts";

/** One case, run and scored. */
export interface EvalCaseResult {
  caseId: string;
  input: unknown;
  /** Undefined when the block failed. */
  output: unknown;
  expected: unknown;
  /** Only when the block failed. */
  error?: { name: string; message: string; code?: string };
  /** By name of the scorer; empty when the block failed. */
  scores: Record<string, ScoreResult>;
  /** By name of the scorer: why it gave no score. */
  scorerErrors: Record<string, string>;
  /** The block did not fail, and every scorer gave a score and says that the output passed. */
  passed: boolean;
  /** Of the block alone. */
  durationMs: number;
  /** Of the block alone; null when the cost of a call is not known. */
  costUsd: number | null;
}

/**
 * What one scorer says of all cases. A case in which the block failed counts as 0, one that got no score not at all.
 */
export interface ScorerSummary {
  /** Null when there is no score. */
  mean: number | null;
  min: number | null;
  max: number | null;
  /** Of the population. */
  stddev: number | null;
  /** Part of the cases that passed. */
  passRate: number | null;
  /** Cases that count. */
  cases: number;
  /** Cases in which the scorer gave no score. */
  missing: number;
}

/** What became of a dataset. */
export interface EvalReport {
  /** There are cases, all of them ran, and all of them passed. */
  passed: boolean;
  /** In the order of the dataset; those that did not run, or were cut off, are not in it. */
  results: EvalCaseResult[];
  /** By name of the scorer. */
  summary: Record<string, ScorerSummary>;
  timing: { totalMs: number; meanPerCaseMs: number };
  /** Cases of the dataset. */
  planned: number;
  /** The signal fired before all cases had run. */
  aborted: boolean;
  /** The money was spent before all cases had run. */
  budgetExceeded: boolean;
  /** Blocks and scorers together, what was cut off included; null when the cost of a call is not known. */
  costUsd: number | null;
  usage: Usage;
}

/** The figures of one scorer over the cases that ran. */
export function summarizeScorer(name: string, results: readonly EvalCaseResult[]): ScorerSummary {
  const counted = results.flatMap(({ error, scores }) => {
    if (error) return { score: 0, passed: false };
    return Object.hasOwn(scores, name) ? scores[name]! : [];
  });
  const values = counted.map(({ score }) => score);
  const missing = results.length - values.length;
  if (values.length === 0) {
    return { mean: null, min: null, max: null, stddev: null, passRate: null, cases: 0, missing };
  }
  return {
    mean: mean(values),
    min: values.reduce((a, b) => Math.min(a, b)),
    max: values.reduce((a, b) => Math.max(a, b)),
    stddev: populationDeviation(values),
    passRate: counted.filter(({ passed }) => passed).length / counted.length,
    cases: values.length,
    missing,
  };
}
