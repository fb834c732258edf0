import { type CellRecord, type Outcome, type RunStore, scoreOf } from "@flow-state-dev/records";
import { type CaseRun, runCosts } from "@flow-state-dev/suites";

/** A run of a case from its row alone, without its evidence: of many runs that is read in a moment. */
export async function rowRun(
  store: RunStore,
  runId: string,
  record: CellRecord,
  outcome: Outcome,
): Promise<{ run: CaseRun; agentVersion: null; model: null }> {
  const { run, attempts, suspect, workingMs } = record;
  return {
    ...{ agentVersion: null, model: null },
    run: {
      ...{ run, attempts, suspect, outcome: outcome.kind },
      pass: outcome.kind === "passed" && scoreOf(outcome) === 1,
      ...(await runCosts(store, runId, record)),
      duration: workingMs / 1000,
      // The row has those of its judge with them.
      tokens: null,
      ...{ turns: null, ended: outcome.kind, detail: "", expectations: [], putBack: [], warnings: [] },
      ...("error" in outcome && { error: outcome.error.message }),
    },
  };
}
