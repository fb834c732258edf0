import type { CaseRun } from "./suite-results.ts";

/** The runs of one agent on one case, as far as there are any. */
export interface CaseRuns {
  id: string;
  agent: string;
  agentVersion: string | null;
  model: string | null;
  tags: readonly string[];
  /** Absent for a case that is alone. */
  family?: string;
  /** Of the content of the case, where it is known. */
  hash?: string;
  /** Runs that were planned. */
  planned: number;
  /** In the order of their number. */
  runs: readonly CaseRun[];
}
