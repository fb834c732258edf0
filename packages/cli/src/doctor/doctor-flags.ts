import type { SandboxWords } from "@flow-state-dev/suites";

/** Flags of `x doctor`, as they are parsed. */
export interface DoctorFlags {
  /** Only without a suite. */
  json?: boolean;
  runs?: number;
  parts?: number;
  concurrent?: number;
  case?: readonly string[];
  tag?: readonly string[];
  sandbox?: SandboxWords;
}
