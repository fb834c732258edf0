import type { OutcomeName } from "./outcome-name.ts";
import type { RunHead } from "./run-head.ts";

/** From 0 to 1, unless it says otherwise. */
export type Span = readonly [low: number, high: number];

/** One subject or agent over all its cells. */
export interface SubjectView {
  name: string;
  kind: "pattern" | "baseline" | "agent";
  /** Mean score over tasks, or pass rate. */
  mean: number | null;
  interval: Span | null;
  /** Against the baseline; null for the baseline itself and without one. */
  delta: number | null;
  deltaInterval: Span | null;
  verdict: "better" | "worse" | "equivalent" | "inconclusive" | "too-few-tasks" | "baseline" | null;
  /** A cell; null when it is not known. */
  costPerTaskUsd: number | null;
  /** True when by the means no other has as much for less. */
  pareto: boolean | null;
  /** Chance that all of k runs pass; null with one run. */
  passHatK: { k: number; value: number } | null;
  latencyMs: { median: number; p95: number } | null;
  outcomes: Partial<Record<OutcomeName, number>>;
  totalCostUsd: number | null;
}

/** A square of the heat map. */
export interface HeatCell {
  mean: number;
  /** Standard deviation over cells; of a suite over cases. */
  spread: number;
  /** Against the baseline in the same column; null without one. */
  delta: number | null;
  cells: number;
}

/** A sentence about the run. `about` is `verdict`, `money`, `judge`, `doubt`, `stopped`, or another word. */
export interface ViewSentence {
  about: string;
  subject?: string;
  text: string;
}

/** A case of a suite with its runs. */
export interface CaseView {
  subject: string;
  task: string;
  passed: number;
  of: number;
  interval: Span | null;
  costUsd: number | null;
  /** Median seconds of the agent. */
  seconds: number | null;
}

/** Everything on the first screen of a run but its cells. */
export interface RunView {
  head: RunHead;
  /** What the numbers are: a score of the judge, or a share of runs that passed, as a mean over cases. */
  unit: "score" | "pass rate";
  /** What a simulated run says of itself; null for a real one. */
  notice: string | null;
  sentences: ViewSentence[];
  warnings: string[];
  baseline: string | null;
  /** The best first. */
  subjects: SubjectView[];
  /** Of tasks; the tags of the cases of a suite. */
  categories: string[];
  /** A row for each of `subjects`, a column for each category and a last one for all of them. */
  heat: (HeatCell | null)[][];
  /** Of a suite; empty for a benchmark of patterns. */
  cases: CaseView[];
  outcomes: Partial<Record<OutcomeName, number>>;
  /** In words: how much has a score, and what the rest could change. */
  coverage: string;
  /** In words: money, time. */
  cost: string;
  /** The budget ended it before it had all results: who goes on has to give more. */
  budgetSpent: boolean;
  failures: { subject: string; outcome: OutcomeName; message: string; cells: number }[];
}
