/** An amount that is not known yet: what it probably is, and between which bounds. */
export interface Estimate {
  low: number;
  expected: number;
  high: number;
}

/** What a benchmark would take and could see, found without spending anything. */
export interface BenchmarkForecast {
  cells: number;
  subjects: number;
  tasks: number;
  runs: number;
  /** Model calls, judge included, when nothing has to be asked again. */
  calls: { min: number; max: number };
  /** Subjects that do not state their calls; they are counted as one call a cell. */
  unstated: string[];
  /** In US dollars; null when a model has no price. */
  costUsd: Estimate | null;
  /** Models without a price. */
  unpriced: string[];
  /** Cells of earlier runs that the cost was taken from; 0 when it is a guess from the length of the prompts. */
  earlierCells: number;
  /** Null when there are no earlier cells to tell. */
  durationMs: number | null;
  /** The difference to the baseline that would be seen 4 times of 5; null with too few tasks. */
  detectable: number | null;
  /** Tasks needed to see a difference of 0.05 as often. */
  tasksForSmall: number;
}
