import type { CellAddress } from "./cell-view.ts";
import type { OutcomeName } from "./outcome-name.ts";
import type { RunHead } from "./run-head.ts";
import type { Span } from "./run-view.ts";

/** One side of a comparison: all of a run, or one subject of it. */
export interface ComparisonSide {
  head: RunHead;
  subject: string;
  mean: number | null;
  costPerTaskUsd: number | null;
}

/** A task that passes on one side and not on the other: in more than half of its runs. */
export interface Flip {
  task: string;
  /** Mean score on each side, 0 to 1. */
  a: number;
  b: number;
  cellA: CellAddress;
  cellB: CellAddress;
  outcomeA: OutcomeName;
  outcomeB: OutcomeName;
}

/** Two runs, or two subjects of one, side by side. B minus A throughout. */
export interface ComparisonView {
  a: ComparisonSide;
  b: ComparisonSide;
  /** Subjects that can be chosen on each side. */
  subjectsA: string[];
  subjectsB: string[];
  /** In which the two differ beside what is compared; empty when like is compared with like. */
  differences: { what: string; a: string; b: string }[];
  /** Said on top when the two are not alike; null when they are. */
  label: string | null;
  /** In words. */
  sentences: string[];
  tasks: number;
  /** How many families these are of; absent when none has a sibling. */
  families?: number;
  /** Tasks that one of the two does not have, and those that are not the same in both; they are left out. */
  onlyA: number;
  onlyB: number;
  changed: number;
  delta: number | null;
  interval: Span | null;
  verdict: string | null;
  costRatio: { value: number; interval: Span | null } | null;
  /** Difference on each task both have, the worst first. */
  perTask: { task: string; a: number; b: number }[];
  better: Flip[];
  worse: Flip[];
}
