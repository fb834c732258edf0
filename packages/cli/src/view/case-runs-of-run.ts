import {
  type CellRecord,
  cellCost,
  type Outcome,
  type Run,
  type RunStore,
  scoreOf,
} from "@flow-state-dev/records";
import { type CaseRun, type CaseRuns, keptRun } from "@flow-state-dev/suites";

/** Up to so many runs of cases are read with their evidence; of more only the rows, so that the page need not wait. */
const readWhole = 1000;

/** The runs of every agent on every case, as they are kept. */
export async function caseRunsOf(store: RunStore, run: Run): Promise<CaseRuns[]> {
  const { subjects, tasks, runs: planned } = run.manifest;
  const found = new Map<string, CaseRun[]>();
  for await (const record of store.cells(run.id)) {
    if (record.outcome === null || record.taskHash !== tasks[record.task]) continue;
    const key = JSON.stringify([record.subject, record.task]);
    const each =
      run.plannedCells <= readWhole
        ? (await keptRun(store, run.id, record, record.outcome)).run
        : ofRow(record, record.outcome, await cellCost(store, { id: run.id }, record));
    found.set(key, [...(found.get(key) ?? []), each]);
  }
  const all = subjects.flatMap((agent) =>
    Object.keys(tasks).map((id) => {
      const runs = found.get(JSON.stringify([agent, id])) ?? [];
      return { ...{ id, agent, runs, planned, agentVersion: null, model: null }, tags: [] };
    }),
  );
  // Cases may have fewer runs than the most of them; a finished run has all that were planned.
  return run.state === "finished" ? all.map((each) => ({ ...each, planned: each.runs.length })) : all;
}

function ofRow(record: CellRecord, outcome: Outcome, cost: number | null): CaseRun {
  const { run, spend, usage, attempts, suspect, workingMs } = record;
  return {
    ...{ run, attempts, suspect, outcome: outcome.kind },
    pass: outcome.kind === "passed" && scoreOf(outcome) === 1,
    cost,
    judgeCost: spend.judge,
    duration: workingMs / 1000,
    tokens: { input: usage.inputTokens, output: usage.outputTokens },
    ...{ turns: null, ended: outcome.kind, detail: "", expectations: [], putBack: [], warnings: [] },
    ...("error" in outcome && { error: outcome.error.message }),
  };
}
