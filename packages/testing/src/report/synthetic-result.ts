import type { BenchmarkRunResult } from "./benchmark-run-result.ts";

/** A result made by hand, to try reports and scorecards without a model: a pattern's run that passed with score 1. */
export function syntheticResult(fields: Partial<BenchmarkRunResult> = {}): BenchmarkRunResult {
  const score = fields.score ?? 1;
  return {
    subject: "pattern",
    kind: "pattern",
    taskId: "task",
    category: "reasoning",
    run: 0,
    score,
    passed: score >= 0.5,
    errored: false,
    costUsd: 0,
    latencyMs: 0,
    ...fields,
  };
}

/** The results of one subject: `scores[task][run]`, tasks called `t0`, `t1`, …; null is a cell without a score. */
export function syntheticResults(
  subject: string,
  scores: readonly (readonly (number | null)[])[],
  fields: Partial<BenchmarkRunResult> = {},
): BenchmarkRunResult[] {
  return scores.flatMap((runs, task) =>
    runs.map((score, run) =>
      syntheticResult({
        ...{ subject, taskId: `t${task}`, run },
        ...(score === null ? { score: 0, passed: false, outcome: "unscored" as const } : { score }),
        ...fields,
      }),
    ),
  );
}
