/** Flags of `x compare`, as they are parsed. */
export interface CompareFlags {
  model?: string;
  judgeModel?: string;
  runs?: number;
  concurrency?: number;
  category?: string;
  patterns?: readonly string[];
  baselineModel?: readonly string[];
  /** False when `--no-baseline` was given. */
  baseline?: boolean;
  maxCost?: number;
  strict?: boolean;
  resume?: boolean;
  /** A run whose outputs are graded, in place of running the subjects. */
  regrade?: string;
  output?: string;
  format?: "table" | "markdown" | "json";
  plan?: boolean;
  /** An earlier run. */
  against?: string;
  gate?: string;
  junit?: string;
  /** Limits of providers, one text each: `anthropic:rpm=50,cells=2..16`. */
  limits?: readonly string[];
  /** A database where workers take the cells from. */
  on?: string;
  /** A database to keep the run in. */
  store?: string;
  /** Where the queue of cells lies, when not in the database. */
  queue?: string;
  /** What workers must offer beside what the run needs anyway. */
  needs?: readonly string[];
}
