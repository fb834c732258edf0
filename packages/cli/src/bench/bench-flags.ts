import type { SandboxWords } from "@flow-state-dev/suites";

/** Flags of `x bench`, as they are parsed. */
export interface BenchFlags {
  concurrent?: number;
  output?: string;
  verbose?: boolean;
  agent?: readonly string[];
  model?: string;
  judgeModel?: string;
  runs?: number;
  case?: readonly string[];
  tag?: readonly string[];
  budget?: number;
  strict?: boolean;
  resume?: boolean;
  sandbox?: SandboxWords;
  keep?: string;
  failUnder?: number;
  /** An earlier run, or a file of results. */
  against?: string;
  gate?: string;
  junit?: string;
  /** Say what would run, and run nothing. */
  plan?: boolean;
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
