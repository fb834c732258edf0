import {
  holm,
  isEquivalent,
  mean,
  type PairedT,
  pairedT,
  type RunsByTask,
  signFlips,
  type TaskDifferences,
  taskDifferences,
  type Verdict,
  verdict,
} from "@flow-state-dev/stats";

/** How verdicts are made. */
export interface VerdictOptions {
  /** Differences within ± this do not matter. */
  margin: number;
  /** Of the sign patterns that are drawn. */
  seed: number;
}

/** A candidate beside the baseline, task by task. */
export interface PairedCandidate {
  pairs: TaskDifferences;
  /** Every score that is compared is 0 or 1. */
  passOrFail: boolean;
}

/** Puts the scores of a candidate beside those of the baseline. */
export function pairCandidate(scores: RunsByTask, baseline: RunsByTask): PairedCandidate {
  const pairs = taskDifferences(scores, baseline);
  const isPassOrFail = (runs: readonly number[]) => runs.every((score) => score === 0 || score === 1);
  const passOrFail = pairs.tasks.every(
    (task) => isPassOrFail(scores[task]!) && isPassOrFail(baseline[task]!),
  );
  return { pairs, passOrFail };
}

/** What may be said of one candidate, and what it is said from. */
export interface DecidedVerdict {
  verdict: Verdict;
  /** Mean difference over tasks; 0 without tasks. */
  delta: number;
  test: PairedT;
  /** The p that decides: of the paired t, or of the sign-flip when the differences do not vary. Adjusted by Holm. */
  pAdjusted: number;
}

/** Verdicts of all candidates of a report, from their differences to the baseline task by task. */
export function decideVerdicts(
  candidates: readonly PairedCandidate[],
  { margin, seed }: VerdictOptions,
): DecidedVerdict[] {
  const tests = candidates.map(({ pairs }) => pairedT(pairs.differences));
  const tied = candidates.filter((_, place) => tests[place]!.state !== "estimated");
  const flips = signFlips(
    tied.map(({ pairs }) => pairs.differences),
    { seed },
  ).values();
  const adjusted = holm(tests.map((test) => (test.state === "estimated" ? test.p : flips.next().value!.p)));
  return candidates.map(({ pairs: { differences }, passOrFail }, place) => {
    const delta = mean(differences) ?? 0;
    const pAdjusted = adjusted[place]!;
    const equivalent = isEquivalent(differences, { margin, passOrFail });
    return {
      verdict: verdict({ tasks: differences.length, difference: delta, pAdjusted, equivalent }),
      delta,
      test: tests[place]!,
      pAdjusted,
    };
  });
}
