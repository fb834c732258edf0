import type { Interval, ToldPairedT, ToldSignFlip, Verdict } from "@flow-state-dev/stats";
import type { ManifestDifference } from "../compare-manifests.ts";
import type { RunState } from "../run.ts";

/** One of the two runs that are compared. */
export interface ComparedRun {
  id: string;
  kind: string;
  name: string;
  state: RunState;
  /** ISO time. */
  createdAt: string;
  simulated: boolean;
  /** Cells that were planned, and those with a score of the present content of their task. */
  planned: number;
  scored: number;
}

/** One side of a pair: a subject over the tasks that both sides have. */
export interface ComparedSide {
  subject: string;
  /** Mean over tasks, each of the same weight; a pass rate where scores are 0 and 1. Null without tasks. */
  mean: number | null;
  /** 95 % interval of the mean for tasks like these; null when nothing can be told. */
  interval: Interval | null;
  /** Cells of the paired tasks: those that passed, those with a score, those that were tried. */
  passed: number;
  scored: number;
  tried: number;
  /** US dollars of one cell, each task of the same weight, judge not included; null when a cost is not known. */
  costUsd: number | null;
  /** Milliseconds that it took for one cell, without waiting and grading; null when no time can be trusted. */
  workingMs: number | null;
}

/** A task as both sides ran it. */
export interface TaskPair {
  task: string;
  /** B minus A; null when one of them has no score. */
  difference: number | null;
  a: TaskSide | null;
  b: TaskSide | null;
}

/** One side of a task. */
export interface TaskSide {
  /** Mean of the scored runs; null when none has a score. */
  mean: number | null;
  passed: number;
  scored: number;
  tried: number;
  /** US dollars of one run; null when not known. */
  costUsd: number | null;
  workingMs: number | null;
  /** Number of the first run that passed, and of the first with a score that did not; null without one. */
  firstPassed: number | null;
  firstFailed: number | null;
}

/**
 * A task that passes on one side and not on the other: on one more than half of the runs with a score passed, on the
 * other half of them or fewer. Never one whose mean is the same on both sides.
 */
export interface TaskFlip {
  task: string;
  /** `gained` when B passes it. */
  direction: "gained" | "lost";
  /** A run that shows it: one that did not pass, on the side that fails the task. */
  failedRun: number;
  /** One that passed, on the other side. */
  passedRun: number;
}

/** A ratio of B to A, such as of their costs. */
export interface SideRatio {
  value: number;
  /** Null with fewer than 20 tasks. */
  interval95: Interval | null;
}

/** A subject of A beside one of B, paired by task. Differences are B minus A. */
export interface SubjectComparison {
  a: ComparedSide;
  b: ComparedSide;
  /** What `mean` is called: `pass rate` when every score is 0 or 1. */
  measure: "pass rate" | "mean score";
  delta: number | null;
  verdict: Verdict;
  /** Differences within ± this do not matter. */
  margin: number;
  scope: "tasks-like-these";
  /** Tasks that both have a score for. */
  tasks: number;
  /** How many families these tasks are of: what verdicts count. Absent when none has a sibling. */
  families?: number;
  /** Shared tasks on which one of the two has none. */
  droppedTasks: string[];
  runsPerTask: [min: number, max: number];
  /** Null with fewer than two tasks, or when the differences do not vary. */
  paired: ToldPairedT | null;
  permutation: ToldSignFlip | null;
  /**
   * The one-sided question of a gate: is B surely worse than A by more than the margin (`shown-worse`), surely not
   * (`shown-not-worse`), or can neither be told? By `differenceBounds`: an interval of 90 %, wider for several
   * subjects, each of whose ends is wrong at most 5 times of 100 also where tasks pass or fail.
   */
  nonInferiority: { state: "shown-worse" | "shown-not-worse" | "open"; interval: Interval | null };
  winsTiesLosses: [wins: number, ties: number, losses: number];
  /**
   * About the smallest difference seen 4 times of 5, by `detectableDifference`. Null with fewer tasks than a verdict
   * needs, and when mean scores differ by the same on all tasks.
   */
  detectable: number | null;
  /** The same by the normal law, from the spread that was seen: too hopeful with few tasks. Null without a spread. */
  minimumDetectableEffect: number | null;
  costRatio: SideRatio | null;
  timeRatio: SideRatio | null;
  flips: TaskFlip[];
  /** All shared tasks, in the order of B's manifest. */
  pairs: TaskPair[];
  /** Tasks that this subject was tried on and that are in no pair, by why. */
  unpaired: { changed: string[]; onlyA: string[]; onlyB: string[] };
}

/** A difference between two runs, by its place: `model`, `agents.x.version`, `machine.cpus`. */
export interface RunDifference extends ManifestDifference {
  /** What it is about, in a word or two that may be listed: `model`, `judge`, `prices`, `tasks`, `sandbox`, … */
  topic: string;
}

/** Two runs beside each other. */
export interface RunComparison {
  a: ComparedRun;
  b: ComparedRun;
  /** Why the two are hardly comparable, in sentences: another kind, another benchmark, no task in common. */
  unlike: string[];
  /**
   * `matter` bears on the numbers; `informational` (commit, machine, versions of the harness) usually does not. `same`
   * names the topics that bear on them and are alike.
   */
  differences: { matter: RunDifference[]; informational: RunDifference[]; same: string[] };
  tasks: {
    /** In both, with the same content. */
    shared: string[];
    /** In both, with another content: left out. */
    changed: string[];
    onlyA: string[];
    onlyB: string[];
    /** Content could not be compared, for one side does not tell it: paired by name alone. */
    unchecked: boolean;
  };
  /** Each subject of both, or the two that were chosen. */
  subjects: SubjectComparison[];
  subjectsOnlyA: string[];
  subjectsOnlyB: string[];
}
