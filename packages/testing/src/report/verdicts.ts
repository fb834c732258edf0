import {
  type Families,
  holm,
  independentUnits,
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
import { familiesAmong, type ReportGrid } from "./report-grid.ts";

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
  /** The families of the tasks that are compared; undefined when none of them has a sibling. */
  families: Families | undefined;
  /** What is independent of each other: the differences, or their sums by family. */
  units: readonly number[];
  /** Every score that is compared is 0 or 1. */
  passOrFail: boolean;
}

/** Puts the scores of a candidate beside those of the baseline. */
export function pairCandidate(
  grid: Pick<ReportGrid, "tasks" | "families">,
  scores: RunsByTask,
  baseline: RunsByTask,
): PairedCandidate {
  const pairs = taskDifferences(scores, baseline);
  const families = familiesAmong(grid, pairs.tasks);
  const units = independentUnits(pairs.differences, families).values;
  const isPassOrFail = (runs: readonly number[]) => runs.every((score) => score === 0 || score === 1);
  const passOrFail = pairs.tasks.every(
    (task) => isPassOrFail(scores[task]!) && isPassOrFail(baseline[task]!),
  );
  return { pairs, families, units, passOrFail };
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
  const tests = candidates.map(({ pairs, families }) => pairedT(pairs.differences, { families }));
  const tied = candidates.filter((_, place) => tests[place]!.state !== "estimated");
  const flips = signFlips(
    tied.map(({ units }) => units),
    { seed },
  ).values();
  const adjusted = holm(tests.map((test) => (test.state === "estimated" ? test.p : flips.next().value!.p)));
  return candidates.map(({ pairs: { differences }, families, units, passOrFail }, place) => {
    const delta = mean(differences) ?? 0;
    const pAdjusted = adjusted[place]!;
    const equivalent = isEquivalent(differences, { margin, passOrFail, families });
    return {
      verdict: verdict({ tasks: units.length, difference: delta, pAdjusted, equivalent }),
      delta,
      test: tests[place]!,
      pAdjusted,
    };
  });
}
