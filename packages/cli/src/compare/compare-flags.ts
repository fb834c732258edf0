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
  output?: string;
  format?: "table" | "markdown" | "json";
  plan?: boolean;
  /** An earlier run. */
  against?: string;
  gate?: string;
  junit?: string;
}
