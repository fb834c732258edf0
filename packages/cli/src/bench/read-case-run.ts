import type { CellId, RunStore } from "@flow-state-dev/records";
import { type CaseRun, keptRun } from "@flow-state-dev/suites";

/** A run of a case that has just ended, as results will have it; null when it is not there. */
export async function readCaseRun(store: RunStore, runId: string, cell: CellId): Promise<CaseRun | null> {
  const record = await store.cell(runId, cell);
  if (!record?.outcome) return null;
  return (await keptRun(store, runId, record, record.outcome)).run;
}
