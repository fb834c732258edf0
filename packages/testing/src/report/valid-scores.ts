import { escapeHidden } from "@flow-state-dev/records/hidden-characters";
import { meantScore, shown } from "../scorers/score-result.ts";
import type { BenchmarkRunResult } from "./benchmark-run-result.ts";
import { oneLine } from "./one-line.ts";

/** Results whose scores mean something. */
export interface ValidScores {
  results: readonly BenchmarkRunResult[];
  /** What some of them had in place of a score, of which there is something to say. */
  wrong: ReadonlyMap<BenchmarkRunResult, unknown>;
}

/**
 * Takes scores that are no numbers from 0 to 1 for what they are: the cell is unscored. A mean with one of them would be
 * no mean. What is beyond by less than computing with fractions may bring is put right.
 */
export function validScores(given: readonly BenchmarkRunResult[]): ValidScores {
  const wrong = new Map<BenchmarkRunResult, unknown>();
  if (!given.some(isWrong)) return { results: given, wrong };
  const results = given.map((result) => {
    if (!isWrong(result)) return result;
    const valid = mended(result);
    if (valid.outcome === "unscored") wrong.set(valid, result.score);
    return valid;
  });
  return { results, wrong };
}

/** Says how many scores are none, and which is the first of these results; empty when there is nothing to say. */
export function scoreWarnings(results: readonly BenchmarkRunResult[], wrong: ValidScores["wrong"]): string[] {
  const first = wrong.size === 0 ? undefined : results.find((result) => wrong.has(result));
  if (first === undefined) return [];
  const { subject, taskId, run } = first;
  const at = escapeHidden(oneLine(`${subject} on ${taskId}, run ${run + 1}`));
  const many =
    wrong.size === 1
      ? "1 result has a score that is no number from 0 to 1 and counts as unscored"
      : `${wrong.size} results have scores that are no numbers from 0 to 1 and count as unscored`;
  return [`${many}: ${told(wrong.get(first))} of ${at}${wrong.size === 1 ? "" : " is the first"}.`];
}

function isWrong({ outcome, errored, score }: BenchmarkRunResult): boolean {
  const graded = outcome === undefined ? !errored : outcome === "passed" || outcome === "failed";
  return graded && !(typeof score === "number" && score >= 0 && score <= 1);
}

function mended(result: BenchmarkRunResult): BenchmarkRunResult {
  const score = meantScore(result.score);
  if (score !== undefined) return { ...result, score };
  const message = `The score is ${told(result.score)}; it has to be a number from 0 to 1.`;
  return {
    ...{ ...result, score: 0, passed: false, outcome: "unscored" },
    error: { name: "InvalidScore", message, code: "invalid-score" },
  };
}

function told(score: unknown): string {
  if (typeof score === "bigint") return `${score}n`;
  return typeof score === "object" || typeof score === "string" ? shown(score) : String(score);
}
