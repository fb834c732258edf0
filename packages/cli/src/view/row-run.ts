import { type CellRecord, type Outcome, type Run, type RunStore, scoreOf } from "@flow-state-dev/records";
import { atSameContent, type SubjectTimes, subjectTimes } from "@flow-state-dev/records/store";
import { type CaseRun, runCosts } from "@flow-state-dev/suites";
import type { ReadRun } from "../show/stored-cases.ts";

/**
 * Reads runs of cases from their rows and times alone, without their evidence: of many runs that is read in a moment.
 */
export async function rowReader(store: RunStore, run: Run): Promise<ReadRun> {
  const timeOf = await subjectTimes(store, run);
  return (...row) => rowRun(...row, timeOf);
}

async function rowRun(
  store: RunStore,
  runId: string,
  record: CellRecord,
  outcome: Outcome,
  timeOf: SubjectTimes,
): Promise<{ run: CaseRun; agentVersion: null; model: null }> {
  const own = await atSameContent(store, runId, record);
  const { run, attempts, suspect, workingMs } = own.cell;
  return {
    ...{ agentVersion: null, model: null },
    run: {
      ...{ run, attempts, suspect, outcome: outcome.kind },
      pass: outcome.kind === "passed" && scoreOf(outcome) === 1,
      ...(await runCosts(own.store, runId, own.cell)),
      duration: Math.round(timeOf(record) ?? workingMs) / 1000,
      // The row has those of its judge with them.
      tokens: null,
      ...{ turns: null, ended: outcome.kind, detail: "", expectations: [], putBack: [], warnings: [] },
      ...("error" in outcome && { error: outcome.error.message }),
    },
  };
}
