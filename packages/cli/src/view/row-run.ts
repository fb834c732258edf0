import { type CellRecord, cellCost, type Outcome, type RunStore, scoreOf } from "@flow-state-dev/records";
import type { CaseRun } from "@flow-state-dev/suites";

/** A run of a case from its row alone, without its evidence: of many runs that is read in a moment. */
export async function rowRun(
  store: RunStore,
  runId: string,
  record: CellRecord,
  outcome: Outcome,
): Promise<{ run: CaseRun; agentVersion: null; model: null }> {
  const { run, spend, usage, attempts, suspect, workingMs } = record;
  return {
    ...{ agentVersion: null, model: null },
    run: {
      ...{ run, attempts, suspect, outcome: outcome.kind },
      pass: outcome.kind === "passed" && scoreOf(outcome) === 1,
      cost: await cellCost(store, { id: runId }, record),
      judgeCost: spend.judge,
      duration: workingMs / 1000,
      tokens: { input: usage.inputTokens, output: usage.outputTokens },
      ...{ turns: null, ended: outcome.kind, detail: "", expectations: [], putBack: [], warnings: [] },
      ...("error" in outcome && { error: outcome.error.message }),
    },
  };
}
