import type { Interval } from "../input/interval.ts";
import { requireFinite, requireFraction, requireProbability, requireSameLength } from "../input/require.ts";
import { allTied } from "../input/tie-tolerance.ts";
import { studentTQuantile } from "../special/student-t.ts";
import { sum } from "../summary/mean.ts";
import { populationVariance, sampleVariance } from "../summary/variance.ts";

/** A few outputs that people scored, and many that only the judge did. */
export interface PpiInput {
  /** People's scores of the labelled outputs, a random sample of all. */
  human: readonly number[];
  /** The judge's scores of the same outputs, in the same order. */
  judge: readonly number[];
  /** The judge's scores of the outputs without a label. */
  unlabelled: readonly number[];
}

/** Settings of prediction-powered inference. */
export interface PpiOptions {
  /** Default 0.95. */
  confidence?: number;
  /** How far the judge is trusted, 0 (not at all) to 1. Default: what the data itself finds best (PPI++). */
  lambda?: number;
  /**
   * `normal`, as the authors' ppi_py, is for a hundred labels: with ten it holds the truth 89 times of 100, with three
   * 68. `student` goes by the number of labels, with sample variances, and holds it 93 to 95 times. Default: `normal`.
   */
  law?: "normal" | "student";
}

/** The mean score people would give, or why it cannot be told. */
export type Ppi =
  | { state: "estimated"; estimate: number; standardError: number; interval: Interval; lambda: number }
  /** People and judge gave no varying scores. */
  | { state: "zero-variance"; estimate: number; lambda: number }
  /** Two labelled outputs and one unlabelled are the least. */
  | { state: "too-few-labels"; labels: number; unlabelled: number };

/**
 * Prediction-powered inference (PPI++, Angelopoulos et al., arXiv 2311.01453): the mean of people's scores,
 * sharpened by the judge as far as the judge agrees with them. A poor judge cannot bias it.
 */
export function ppi(
  { human, judge, unlabelled }: PpiInput,
  { confidence = 0.95, lambda: fixed, law = "normal" }: PpiOptions = {},
): Ppi {
  requireFraction("confidence", confidence);
  if (fixed !== undefined) requireProbability("lambda", fixed);
  requireSameLength("judge", judge, "human", human);
  for (const [name, values] of Object.entries({ human, judge, unlabelled })) requireFinite(name, values);
  const n = human.length;
  const many = unlabelled.length;
  if (n < 2 || many < 1) return { state: "too-few-labels", labels: n, unlabelled: many };
  const lambda = fixed ?? bestLambda(human, judge, unlabelled);
  const corrections = human.map((score, i) => score - lambda * judge[i]!);
  const estimate = (lambda * sum(unlabelled)) / many + sum(corrections) / n;
  if (allTied(corrections) && (lambda === 0 || allTied(unlabelled))) {
    return { state: "zero-variance", estimate, lambda };
  }
  // Population variances, as in the authors' ppi_py; sample variances divide by one less, of one value there is none.
  const less = law === "student" ? 1 : 0;
  const standardError = Math.sqrt(
    (lambda ** 2 * populationVariance(unlabelled)!) / Math.max(1, many - less) +
      populationVariance(corrections)! / (n - less),
  );
  const quantile = studentTQuantile((1 + confidence) / 2, law === "student" ? n - 1 : Infinity);
  const half = quantile * standardError;
  return {
    state: "estimated",
    estimate,
    standardError,
    interval: [estimate - half, estimate + half],
    lambda,
  };
}

/** The trust that makes the variance smallest, kept in 0 to 1. */
function bestLambda(
  human: readonly number[],
  judge: readonly number[],
  unlabelled: readonly number[],
): number {
  const all = [...judge, ...unlabelled];
  if (allTied(all)) return 0;
  const n = human.length;
  const meanHuman = sum(human) / n;
  const meanJudge = sum(judge) / n;
  const covariance = sum(human.map((score, i) => (score - meanHuman) * (judge[i]! - meanJudge))) / n;
  const best = covariance / ((1 + n / unlabelled.length) * sampleVariance(all)!);
  return Math.min(1, Math.max(0, best));
}
