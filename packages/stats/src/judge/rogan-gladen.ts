import type { Interval } from "../input/interval.ts";
import { requireFraction, requirePositive, requireProbability } from "../input/require.ts";
import { normalQuantile } from "../special/normal.ts";

/** What a judge said, and how reliable labels of people show it to be. */
export interface JudgedRate {
  /** Share of outputs the judge passed, 0 to 1. */
  rate: number;
  /** Outputs it judged. */
  outputs: number;
  /** Share of truly good outputs it passes, and on how many that was measured. */
  sensitivity: number;
  goodLabels: number;
  /** Share of truly bad outputs it fails, and on how many that was measured. */
  specificity: number;
  badLabels: number;
}

/** A pass rate corrected for the judge's errors, or why it cannot be. */
export type CorrectedRate =
  | {
      state: "estimated";
      /** Brought back into 0 to 1 when sampling error puts it outside. */
      estimate: number;
      standardError: number;
      /** Cut to 0 to 1. */
      interval: Interval;
    }
  /** Sensitivity and specificity add up to 1 or less: such verdicts carry no information. */
  | { state: "judge-no-better-than-chance"; informedness: number }
  /** Nothing was judged, or one kind of label is missing. */
  | { state: "no-labels" };

/** Settings of the correction. */
export interface CorrectedRateOptions {
  /** Default 0.95. */
  confidence?: number;
  /**
   * `plain`: Rogan and Gladen with the delta method. `adjusted` (default): shrunk and shifted after Lee et al.
   * (arXiv 2511.21140), which holds the truth as often as it says with few labels too.
   */
  method?: "plain" | "adjusted";
}

/**
 * Corrects a judge's pass rate for its known error rates. Labels must be a random sample of outputs like these,
 * and each subject needs its own: judges err differently on different subjects. With fewer than ten labels of a
 * kind the adjustment outweighs them.
 */
export function roganGladen(
  judged: JudgedRate,
  { confidence = 0.95, method = "adjusted" }: CorrectedRateOptions = {},
): CorrectedRate {
  requireFraction("confidence", confidence);
  for (const name of ["rate", "sensitivity", "specificity"] as const) requireProbability(name, judged[name]);
  const sizes = [judged.outputs, judged.goodLabels, judged.badLabels];
  if (sizes.includes(0)) return { state: "no-labels" };
  for (const size of sizes) requirePositive("outputs and labels", size);
  const z = normalQuantile((1 + confidence) / 2);
  const { rate, outputs, sensitivity, goodLabels, specificity, badLabels } =
    method === "adjusted" ? shrink(judged, z) : judged;
  const informedness = sensitivity + specificity - 1;
  if (informedness <= 0) return { state: "judge-no-better-than-chance", informedness };
  const estimate = (rate + specificity - 1) / informedness;
  const noiseGood = (sensitivity * (1 - sensitivity)) / goodLabels;
  const noiseBad = (specificity * (1 - specificity)) / badLabels;
  const noise = (rate * (1 - rate)) / outputs + (1 - estimate) ** 2 * noiseBad + estimate ** 2 * noiseGood;
  const standardError = Math.sqrt(noise) / informedness;
  const shift = method === "adjusted" ? 2 * z * z * (estimate * noiseGood - (1 - estimate) * noiseBad) : 0;
  const cut = (value: number) => Math.min(1, Math.max(0, value));
  return {
    state: "estimated",
    estimate: cut(estimate),
    standardError,
    interval: [cut(estimate + shift - z * standardError), cut(estimate + shift + z * standardError)],
  };
}

/** Pulls all shares away from 0 and 1 by pseudo-counts, so that few labels do not look like certainty. */
function shrink(judged: JudgedRate, z: number): JudgedRate {
  const { rate, outputs, sensitivity, goodLabels, specificity, badLabels } = judged;
  return {
    rate: (outputs * rate + (z * z) / 2) / (outputs + z * z),
    outputs: outputs + z * z,
    sensitivity: (goodLabels * sensitivity + 1) / (goodLabels + 2),
    goodLabels: goodLabels + 2,
    specificity: (badLabels * specificity + 1) / (badLabels + 2),
    badLabels: badLabels + 2,
  };
}
