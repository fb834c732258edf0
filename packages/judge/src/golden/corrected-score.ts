import {
  type CorrectedRate,
  type CorrectedRateOptions,
  confusion,
  mean,
  type Ppi,
  type PpiOptions,
  ppi,
  roganGladen,
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
 * The mean score that people would give (PPI++), beside the judge's own. The labels must be a random sample of this
 * subject's outputs of this run; each subject needs its own, because judges err differently on different subjects. The
 * interval goes by Student's t unless told otherwise: people label few.
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
  return {
    raw: mean([...judge, ...unlabelled]) ?? null,
    corrected:
      allLabelled(human, unlabelled) ?? ppi({ human, judge, unlabelled }, { law: "student", ...options }),
  };
}

/** The pass rate that people would find (Rogan and Gladen), beside the judge's own; the same holds for the labels. */
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
  const corrected = roganGladen(
    {
      rate,
      outputs: judged.length,
      sensitivity: share(sensitivity),
      goodLabels: sensitivity.runs,
      specificity: share(specificity),
      badLabels: specificity.runs,
    },
    options,
  );
  return { raw: rate, corrected };
}

function allLabelled(human: readonly number[], unlabelled: readonly unknown[]): AllLabelled | null {
  const estimate = unlabelled.length === 0 ? mean(human) : null;
  return estimate === null ? null : { state: "all-labelled", estimate };
}
