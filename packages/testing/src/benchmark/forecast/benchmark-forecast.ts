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
  /** How many families the tasks are of. Absent when none has a sibling. */
  families?: number;
  runs: number;
  /**
   * Model calls, judge and its checks included, when nothing has to be asked again; of subjects with earlier cells as
   * many as those took.
   */
  calls: { min: number; max: number };
  /** Subjects that do not state their calls and have no earlier cells; they are counted as one call a cell. */
  unstated: string[];
  /** Subjects with tools and without earlier cells: every use of a tool is one more call, which nobody can foresee. */
  withTools: string[];
  /** In US dollars; null when a model has no price. */
  costUsd: Estimate | null;
  /** Models without a price. */
  unpriced: string[];
  /** Cells of the planned subjects in earlier runs that the cost was taken from; 0 when all of it is a guess. */
  earlierCells: number;
  /** Subjects without earlier cells: what they cost is guessed from the length of the prompts. */
  guessed: string[];
  /** Null when there are no earlier cells to tell. */
  durationMs: number | null;
  /** Subjects that would be compared with the baseline; 0 when there is none, and no difference can be seen then. */
  compared: number;
  /**
   * About the difference to the baseline that would be seen 4 times of 5, with the chance of a false claim shared among
   * all that are compared; where tasks have siblings, as if these always went the same way. Null without a baseline,
   * and with too few tasks, or families.
   */
  detectable: number | null;
  /** Tasks needed to see a difference of 0.05 as often, in families as large as these. */
  tasksForSmall: number;
  /** Where the spread of scores behind the two comes from: an earlier run of this benchmark, or what is usual. */
  spread: "earlier" | "assumed";
}
