import type { RunHead } from "./run-head.ts";

/** A run in the list of all. */
export type RunListItem = RunHead;

/** The list as it is sent: the newest first. */
export interface RunList {
  runs: RunListItem[];
  /** Runs there are beyond those in the list. */
  more: number;
}

/** The one number of a run, and whose it is. Read after the list, because it needs the cells. */
export interface RunScore {
  run: string;
  /** The best subject, or the agent. */
  subject: string;
  /** Mean score or pass rate, 0 to 1; null without a scored cell. */
  mean: number | null;
  interval: readonly [number, number] | null;
  /** What `mean` is. */
  unit: "score" | "pass rate";
  /** Scored cells of the run that are not wholly in its cost. */
  unknownCosts: number;
}
