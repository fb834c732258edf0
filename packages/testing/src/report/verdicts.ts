import {
  holm,
  mean,
  type PairedT,
  pairedT,
  signFlips,
  tost,
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
  candidates: readonly (readonly number[])[],
  { margin, seed }: VerdictOptions,
): DecidedVerdict[] {
  const tests = candidates.map((differences) => pairedT(differences));
  const tied = candidates.filter((_, place) => tests[place]!.state !== "estimated");
  const flips = signFlips(tied, { seed }).values();
  const adjusted = holm(tests.map((test) => (test.state === "estimated" ? test.p : flips.next().value!.p)));
  return candidates.map((differences, place) => {
    const delta = mean(differences) ?? 0;
    const pAdjusted = adjusted[place]!;
    const equivalence = tost(differences, { margin });
    const interval = equivalence.state === "estimated" ? equivalence.interval : null;
    return {
      verdict: verdict({ tasks: differences.length, difference: delta, pAdjusted, interval, margin }),
      delta,
      test: tests[place]!,
      pAdjusted,
    };
  });
}
