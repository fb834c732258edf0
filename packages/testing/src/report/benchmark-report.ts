import type { BenchmarkCategory } from "@flow-state-dev/core";
import type { OutcomeKind, RecordedUsage } from "@flow-state-dev/records";
import type { Interval, SuitePass, VarianceParts } from "@flow-state-dev/stats";
import type { BenchmarkRunResult } from "./benchmark-run-result.ts";
import type { Comparison } from "./comparison.ts";
import type { JudgeSummary } from "./judge-summary.ts";
import type { ReportFailure } from "./report-failures.ts";

/** Place of a subject among the others, in one category or overall. */
export interface BenchmarkRanking {
  subject: string;
  /** Mean judge score, 0 to 1. */
  mean: number;
  /** Mean minus the baseline subject's mean, cells pooled; 0 when there is no baseline. */
  deltaVsBaseline: number;
  /**
   * A quick look: the delta clears 2 standard errors of the difference of means, over all cells, of which each has 2
   * at least.
   */
  credible: boolean;
}

/** Aggregates of a subject in one category, or over all of them. */
export interface SubjectCategoryStat {
  subject: string;
  category: BenchmarkCategory | "overall";
  mean: number;
  /** Population standard deviation. */
  stddev: number;
  passRate: number;
  /** Cells scheduled. */
  runs: number;
  /** Cells that completed without error. */
  successfulRuns: number;
  /** What was paid for subject and judge together, over all attempts. */
  costUsd: number;
  meanLatencyMs: number;

  /**
   * Cells with a score; mean, deviation and pass rate are over these, and 0 without meaning when there is none. Taken
   * to be `runs` where it is absent.
   */
  scored?: number;
  /** What the subject's work costs, a cell with a score, as in `SubjectSummary`; null when it is not known. */
  costPerTaskUsd?: number | null;
  /** Mean of each code scorer over the cells it scored. */
  codeScores?: Record<string, number>;
}

/** What is known of a subject over all its cells. */
export interface SubjectSummary {
  subject: string;
  kind: "pattern" | "baseline";
  /** Mean over tasks, each of the same weight, where `stats` pools all cells. Null when no cell has a score. */
  mean: number | null;
  /**
   * 95 %, for tasks like these, within 0 to 1; null with fewer than two tasks (families, where they have any), or when
   * they do not vary.
   */
  interval: Interval | null;
  /**
   * Chance that all of k runs of a task pass, over tasks, with k the number of runs, and the ids of tasks that have not
   * so many; null when no task has.
   */
  passHatK: (Omit<SuitePass, "tooFewRuns"> & { k: number; tooFewRuns: string[] }) | null;
  /** Spread between tasks and within a task; null with fewer than 2 runs. */
  variance: VarianceParts | null;
  outcomes: Readonly<Record<OutcomeKind, number>>;
  /** Over cells in which the subject came to its end or its time limit, those measured while starved left out. */
  latencyMs: { median: number; p95: number } | null;
  /** Of the subject and the judge together, over all attempts. */
  tokens: RecordedUsage;
  /**
   * Of what the scores took: without attempts that do not count, and with answers from a cache. Absent when it is the
   * same.
   */
  countedTokens?: RecordedUsage;
  /** What was paid, over all attempts. */
  subjectCostUsd: number;
  judgeCostUsd: number;
  /** Part of `subjectCostUsd`: attempts at cells with a score that the score does not come from. Absent when 0. */
  uncountedCostUsd?: number;
  /** Answers from a cache; absent without any. */
  cachedCalls?: number;
  /** What these cost when they were made, as far as it is known: compared, and not paid. */
  cachedCostUsd?: number;
  /** Calls whose cost nobody knows, those lost in a crash included; the costs are then a lower bound. */
  unknownCalls: number;
  /** Part of them: calls lost in a crash. */
  lostCalls: number;
  /**
   * Cost of the subject alone, a cell with a score: of the attempt that the score comes from, answers from a cache at
   * what they cost when they were made. Null when it is not known.
   */
  costPerTaskUsd: number | null;
  /** Mean score for a dollar of the subject's cost; null when the cost is 0 or not known. */
  scorePerUsd: number | null;
  /** By the means, does no other subject score as much for less? Null when costs are not known. */
  pareto: boolean | null;
  /**
   * True when another subject surely scores as much for less, task by task; false when by the means none does; null
   * when one does and it may be chance, with fewer than 6 tasks or families, or when costs are not known.
   */
  dominated: boolean | null;
}

/** How much of the plan has a score, and what the missing part could change. */
export interface ReportCoverage {
  planned: number;
  scored: number;
  /** Cells without a score, by why. */
  missing: Partial<Record<OutcomeKind | "untried", number>>;
  /** Per subject: its mean if all missing cells were 0, and if they were 1. */
  bounds: Readonly<Record<string, readonly [number, number]>>;
  /**
   * Candidates whose verdict would be another at one of the bounds: with all that is missing 0 for the candidates
   * and 1 for the baseline, or the other way round.
   */
  fragile: readonly string[];
  /** Results that share subject, task and repetition with an earlier one. All of them count, as further runs. */
  repeated: number;
}

/** What the total cost of a report is made of, in US dollars. */
export interface ReportCosts {
  /** Of the cells of the report. */
  subjectsUsd: number;
  /** Of the cells of the report, and of what the judge was checked with. */
  judgeUsd: number;
  /**
   * Of cells that are not in the report, cut off before they had a result or of tasks that are no longer there, and of
   * attempts at tasks as they were before they changed.
   */
  elsewhereUsd: number;
  /** Calls lost in a crash, at the most they can have cost. */
  carriedUsd: number;
  carriedCalls: number;
}

/**
 * The scorecard as data. Everything below `timing` may be absent in reports made by hand or by other tools; those made
 * here are a `CompleteReport`.
 */
export interface BenchmarkReport {
  model: string;
  /** Who judged: the id of a model, or those of a panel. Absent when no task has a criterion, so that nobody does. */
  judgeModel?: string;
  /** Repetitions per subject and task. */
  runs: number;
  /** In the order of the configuration. */
  subjects: string[];
  categories: BenchmarkCategory[];
  stats: SubjectCategoryStat[];
  /** By category, and `overall`; each sorted by mean, best first, and those without a score last. */
  rankings: Record<string, BenchmarkRanking[]>;
  /** All that was spent, what `costs.carriedUsd` stands for included. */
  totalCostUsd: number;
  budgetExceeded: boolean;
  warnings: string[];
  /**
   * How long the run took; of one that was continued, every process that was at work on it, without the time between.
   */
  timing: { totalMs: number };

  /** Every cell, in the order of the plan. */
  results?: BenchmarkRunResult[];
  baselineSubjects?: string[];
  primaryBaseline?: string;
  aborted?: boolean;
  /** Every other subject beside the primary baseline, in the order of `subjects`; empty without one. */
  comparisons?: Comparison[];
  summaries?: SubjectSummary[];
  coverage?: ReportCoverage;
  /** Why cells broke or have no score, by subject and reason. */
  failures?: ReportFailure[];
  /** Absent in reports that were not made here. */
  costs?: ReportCosts;
  /** Absent when there is nothing to say of the judge beside its id. */
  judge?: JudgeSummary;
  /** A simulated or scripted model took part: the numbers show the tool, not the patterns. */
  simulated?: boolean;
  /** Where the cells are kept. */
  runId?: string;
  /** The run that made the outputs, when this one has graded them anew. */
  regradeOf?: string;
  /** Name of the benchmark. */
  name?: string;
  tasks?: number;
  /** How many families the tasks are of: what intervals and verdicts count. Absent when no task has a sibling. */
  families?: number;
  /** The budget, in dollars. */
  maxCostUsd?: number;
}
