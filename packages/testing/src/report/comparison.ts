import type { Interval, ToldPairedT, ToldSignFlip, Verdict } from "@flow-state-dev/stats";

/** A candidate beside the baseline, on the tasks that both have. */
export interface Comparison {
  baseline: string;
  candidate: string;
  /** Mean difference over tasks, each of the same weight, candidate minus baseline. */
  delta: number;
  /** The quick look of the rankings, unchanged. */
  credible: boolean;
  verdict: Verdict;
  /** Differences within ± this do not matter; `equivalent` means that the difference is shown to be within it. */
  margin: number;
  /** What the verdict speaks about. */
  scope: "tasks-like-these";
  tasks: number;
  /** How many families these tasks are of: what verdicts count. Absent when none has a sibling. */
  families?: number;
  /** Tasks on which one of the two, or both, have no score. */
  droppedTasks: string[];
  /** Fewest and most scored runs that a task has. */
  runsPerTask: [min: number, max: number];
  /** Null with fewer than two tasks, or when the differences do not vary. */
  paired: ToldPairedT | null;
  /**
   * The test that assumes less; null without tasks. Its adjusted p decides the verdict when `paired` is null, else
   * that of `paired` does.
   */
  permutation: ToldSignFlip | null;
  /** For these very tasks and no others; null with fewer than 2 runs a task. */
  thisSuite: { standardError: number; interval95: Interval } | null;
  winsTiesLosses: [wins: number, ties: number, losses: number];
  /**
   * About the smallest difference seen 4 times of 5 with these tasks, when they differ as much as they did, and so many
   * candidates at once (alpha is 0.05 shared among them); by `detectableDifference`. 1 when hardly any would be. Null
   * with fewer tasks than a verdict needs, and when scores other than pass or fail differ by the same on all tasks.
   */
  detectable: number | null;
  /**
   * The same by the formula that others print (Miller 2024): the normal law, from the spread that was seen. With fewer
   * than about 20 tasks, and where hardly any differ, it is too hopeful. Null when there is no spread to tell.
   */
  minimumDetectableEffect: number | null;
  /** Of the subjects alone, judge not included; null when a cost is not known or 0. */
  costRatio: { value: number; interval95: Interval | null } | null;
}
