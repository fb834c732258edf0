import type { SandboxWords } from "@flow-state-dev/suites";

/** Flags of `x run`, as they are parsed. */
export interface RunFlags {
  model?: string;
  agent?: string;
  /** US dollars. */
  budget?: number;
  /** Seconds. */
  timeout?: number;
  apply?: boolean;
  sandbox?: SandboxWords;
}
