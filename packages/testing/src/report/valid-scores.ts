import { escapeHidden } from "@flow-state-dev/records/hidden-characters";
import { meantScore, shown } from "../scorers/score-result.ts";
import type { BenchmarkRunResult } from "./benchmark-run-result.ts";
import { oneLine } from "./one-line.ts";

/** Results whose scores mean something, and what had to be said about the others. */
export interface ValidScores {
  results: readonly BenchmarkRunResult[];
  /** Empty when there is nothing to say. */
  warnings: string[];
}

/**
 * Takes scores that are no numbers from 0 to 1 for what they are: the cell is unscored, and a warning says so. A mean
 * with one of them would be no mean. What is beyond by less than computing with fractions may bring is put right.
 */
export function validScores(given: readonly BenchmarkRunResult[]): ValidScores {
  const wrong = given.filter(isWrong);
  if (wrong.length === 0) return { results: given, warnings: [] };
  const results = given.map((result) => (isWrong(result) ? mended(result) : result));
  const [first, ...others] = wrong.filter(({ score }) => meantScore(score) === undefined);
  if (first === undefined) return { results, warnings: [] };
  const { subject, taskId, run, score } = first;
  const at = escapeHidden(oneLine(`${subject} on ${taskId}, run ${run + 1}`));
  const many =
    others.length === 0
      ? "1 result has a score that is no number from 0 to 1 and counts as unscored"
      : `${others.length + 1} results have scores that are no numbers from 0 to 1 and count as unscored`;
  return {
    results,
    warnings: [`${many}: ${told(score)} of ${at}${others.length === 0 ? "" : " is the first"}.`],
  };
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
  return typeof score === "object" ? shown(score) : String(score);
}
