import { FlowError, sumUsd } from "@flow-state-dev/core";
import { checkScorer } from "./check-scorers.ts";
import { defaultScorerTimeoutMs, runScorer } from "./run-scorer.ts";
import type { ScoreResult } from "./score-result.ts";
import type { Scorer, ScorerArgs } from "./scorer.ts";
import { InvalidScorerError } from "./scorer-errors.ts";

/** A scorer among several gave no score, and it could have been the one that counts. */
export class PartScorerError extends FlowError {
  override readonly name = "PartScorerError";

  constructor(scorer: string, reason: string, cause?: unknown) {
    super(`${scorer} gave no score: ${reason}`, { code: "part-scorer-failed", details: { scorer }, cause });
  }
}

/**
 * The lowest score of several; passed when all have passed. They run in order, and the ones behind a score of 0 that
 * did not pass are not run, so the cheap ones go first. When one has no score and none is 0, there is no score.
 */
export function allOf<TOut = unknown>(...scorers: readonly Scorer<TOut>[]): Scorer<TOut> {
  return combined("allOf", scorers, {
    decided: ({ score, passed }) => score === 0 && !passed,
    score: Math.min,
    passed: (results) => results.every(({ passed }) => passed),
  });
}

/**
 * The highest score of several; passed when one has passed. They run in order, and the ones behind a score of 1 that
 * passed are not run, so the cheap ones go first. When one has no score and none is 1, there is no score.
 */
export function anyOf<TOut = unknown>(...scorers: readonly Scorer<TOut>[]): Scorer<TOut> {
  return combined("anyOf", scorers, {
    decided: ({ score, passed }) => score === 1 && passed,
    score: Math.max,
    passed: (results) => results.some(({ passed }) => passed),
  });
}

interface Combination {
  /** No other result can change the outcome. */
  decided(result: ScoreResult): boolean;
  score(...scores: number[]): number;
  passed(results: readonly ScoreResult[]): boolean;
}

function combined<TOut>(kind: string, scorers: readonly Scorer<TOut>[], how: Combination): Scorer<TOut> {
  for (const [index, scorer] of scorers.entries()) checkScorer(scorer, `at position ${index} of ${kind}`);
  const name = `${kind}(${scorers.map((scorer) => scorer.name).join(", ")})`;
  if (scorers.length === 0) throw new InvalidScorerError(name, "it was given no scorers");
  const timeoutMs = scorers.reduce((sum, each) => sum + (each.timeoutMs ?? defaultScorerTimeoutMs), 0);
  // When it is kept what the subject came to, and what is told of models, makes no other scorer of it.
  const definition = scorers.map(({ asksModels: _, asks: __, ...each }) => each);
  const asksModels = scorers.some((each) => each.asksModels);
  const asks = scorers.flatMap((each) => each.asks ?? []);
  return {
    ...{ name, timeoutMs, asksModels, definition },
    ...(asks.length > 0 && { asks }),
    score: (args) => score(scorers, args, how),
  };
}

async function score<TOut>(
  scorers: readonly Scorer<TOut>[],
  args: ScorerArgs<TOut>,
  how: Combination,
): Promise<ScoreResult> {
  const results: ScoreResult[] = [];
  let lost: PartScorerError | undefined;
  for (const scorer of scorers) {
    const outcome = await runScorer(scorer, args);
    if (!outcome.ok) {
      lost ??= new PartScorerError(scorer.name, outcome.reason, outcome.error);
      if (outcome.aborted) break;
      continue;
    }
    results.push(outcome);
    if (how.decided(outcome)) return together(results, how);
  }
  if (lost) throw lost;
  return together(results, how);
}

function together(results: readonly ScoreResult[], how: Combination): ScoreResult {
  const passed = how.passed(results);
  const reasons = results.filter((each) => each.passed === passed).flatMap(({ reason }) => reason ?? []);
  const costs = results.flatMap(({ costUsd }) => costUsd ?? []);
  return {
    score: how.score(...results.map((each) => each.score)),
    passed,
    ...(reasons.length > 0 && { reason: reasons.join(" ") }),
    ...(costs.length > 0 && { costUsd: sumUsd(costs) }),
  };
}
