import {
  type CellRecord,
  cellCost,
  type Outcome,
  type Run,
  type RunStore,
  scoreOf,
} from "@flow-state-dev/records";
import { type CaseRun, type CaseRuns, keptRun } from "@flow-state-dev/suites";
import { plannedPairs } from "../show/planned-pairs.ts";
import { plannedRuns } from "../show/planned-runs.ts";

/** Up to so many runs of cases are read with their evidence; of more only the rows, so that the page need not wait. */
const readWhole = 1000;

/** The runs of every agent on every case, as they are kept. */
export async function caseRunsOf(store: RunStore, run: Run): Promise<CaseRuns[]> {
  const { subjects, tasks, runs: most } = run.manifest;
  const known = plannedRuns(run);
  let tried = 0;
  const found = new Map<string, CaseRun[]>();
  for await (const record of store.cells(run.id)) {
    if (record.outcome === null || record.taskHash !== tasks[record.task]) continue;
    if (known && record.run >= known.get(record.task)!) continue;
    tried += 1;
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
      const planned = known?.get(id) ?? most;
      return { ...{ id, agent, runs, planned, agentVersion: null, model: null }, tags: [] };
    }),
  );
  const finished = run.state === "finished";
  if (known && !(finished && plannedPairs(run) === null)) return all;
  // Cases may have fewer runs than the most of them; a run of which everything was tried has all that were planned.
  return finished || tried >= run.plannedCells
    ? all.map((each) => ({ ...each, planned: each.runs.length }))
    : all;
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
