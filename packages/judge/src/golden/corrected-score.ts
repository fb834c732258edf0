import {
  type CorrectedRate,
  type CorrectedRateOptions,
  confusion,
  type Interval,
  mean,
  type Ppi,
  type PpiOptions,
  ppi,
  roganGladen,
  sum,
} from "@flow-state-dev/stats";

/** Outputs of one subject in this run: some that people judged too, and the rest. */
export interface JudgedOutputs<T> {
  /** A random sample of the subject's outputs. */
  labelled: readonly { human: T; judge: T }[];
  /** The judge's word on the outputs without a label. */
  unlabelled: readonly T[];
}

/** People judged every output: what they say is the figure itself, and there is nothing to estimate. */
export interface AllLabelled {
  state: "all-labelled";
  estimate: number;
}

/**
 * The mean score that people would give these outputs (PPI++), beside the judge's own. The labels must be a random
 * sample of this subject's outputs of this run; each subject needs its own, because judges err differently on different
 * subjects. The interval goes by Student's t unless told otherwise: people label few. It is that of these outputs, of
 * which the labelled ones are known: narrower by √(unlabelled / all) than one of all outputs there could be, unless
 * `lambda` is given; where all scores are 0 to 1, within what the labels leave possible.
 */
export function correctedScore(
  { labelled, unlabelled }: JudgedOutputs<number>,
  options: PpiOptions = {},
): {
  /** The judge's mean over all outputs; null without any. */ raw: number | null;
  corrected: Ppi | AllLabelled;
} {
  const judge = labelled.map((each) => each.judge);
  const human = labelled.map((each) => each.human);
  const raw = mean([...judge, ...unlabelled]) ?? null;
  const all = allLabelled(human, unlabelled);
  if (all) return { raw, corrected: all };
  const found = ppi({ human, judge, unlabelled }, { law: "student", ...options });
  if (found.state === "too-few-labels") return { raw, corrected: found };
  const outputs = human.length + unlabelled.length;
  const known = sum(human);
  const least = known / outputs;
  const most = (known + unlabelled.length) / outputs;
  const bounded = [...human, ...judge, ...unlabelled].every((score) => score >= 0 && score <= 1);
  const possible = (value: number) => (bounded ? Math.min(most, Math.max(least, value)) : value);
  const estimate = possible(found.estimate);
  if (found.state === "zero-variance") return { raw, corrected: { ...found, estimate } };
  // The best trust already makes the estimate the known sum and an estimate of the rest; only its error is smaller.
  const narrower = options.lambda === undefined ? Math.sqrt(unlabelled.length / outputs) : 1;
  const end = (value: number) => possible(found.estimate + narrower * (value - found.estimate));
  const standardError = narrower * found.standardError;
  const interval: Interval = [end(found.interval[0]), end(found.interval[1])];
  return { raw, corrected: { ...found, estimate, standardError, interval } };
}

/**
 * The pass rate that people would find among these outputs, beside the judge's own; the same holds for the labels. What
 * people said counts as it is, and the rest is estimated (Rogan and Gladen); the interval ends at whole outputs.
 */
export function correctedPassRate(
  { labelled, unlabelled }: JudgedOutputs<boolean>,
  options: CorrectedRateOptions = {},
): {
  /** The judge's rate over all outputs; null without any. */ raw: number | null;
  corrected: CorrectedRate | AllLabelled;
} {
  const judged = [...labelled.map((each) => each.judge), ...unlabelled];
  if (judged.length === 0) return { raw: null, corrected: { state: "no-labels" } };
  const rate = judged.filter(Boolean).length / judged.length;
  const human = labelled.map((each) => each.human);
  const all = allLabelled(human.map(Number), unlabelled);
  if (all) return { raw: rate, corrected: all };
  const { sensitivity, specificity } = confusion(
    human,
    labelled.map((each) => each.judge),
  );
  const share = ({ passed, runs }: { passed: number; runs: number }) => (runs === 0 ? 0 : passed / runs);
  const rest = roganGladen(
    {
      rate: unlabelled.filter(Boolean).length / unlabelled.length,
      outputs: unlabelled.length,
      sensitivity: share(sensitivity),
      goodLabels: sensitivity.runs,
      specificity: share(specificity),
      badLabels: specificity.runs,
    },
    options,
  );
  if (rest.state !== "estimated") return { raw: rate, corrected: rest };
  const known = human.filter(Boolean).length;
  const passing = (share: number) => known + unlabelled.length * share;
  const [low, high] = rest.interval;
  const corrected: CorrectedRate = {
    state: "estimated",
    estimate: passing(rest.estimate) / judged.length,
    standardError: (rest.standardError * unlabelled.length) / judged.length,
    interval: [Math.floor(passing(low)) / judged.length, Math.ceil(passing(high)) / judged.length],
  };
  return { raw: rate, corrected };
}

function allLabelled(human: readonly number[], unlabelled: readonly unknown[]): AllLabelled | null {
  const estimate = unlabelled.length === 0 ? mean(human) : null;
  return estimate === null ? null : { state: "all-labelled", estimate };
}
