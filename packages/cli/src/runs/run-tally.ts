import {
  cellCost,
  type Run,
  type RunStore,
  scoreOf,
  type TaskTally,
  tallyTasks,
} from "@flow-state-dev/records";

/** What the list of runs needs of the cells of a run, added up by its store. */
export interface RunTally {
  /** By subject, in the order of the manifest, then by task. */
  bySubject: ReadonlyMap<string, ReadonlyMap<string, TaskTally>>;
  /** Cells with a score, for the present content of their task, and of them those that are not wholly in what was spent. */
  scored: number;
  unknownCosts: number;
}

/** Adds up the cells of a run. Those of an earlier content of their task are left out. */
export async function tallyRun(store: RunStore, run: Run): Promise<RunTally> {
  const { id, manifest } = run;
  const bySubject = new Map<string, Map<string, TaskTally>>(
    manifest.subjects.map((name) => [name, new Map()]),
  );
  let [scored, unknownCosts] = [0, 0];
  for (const tally of await tallyTasks(store, id)) {
    if (tally.taskHash !== manifest.tasks[tally.task]) continue;
    const tasks = bySubject.get(tally.subject) ?? new Map<string, TaskTally>();
    bySubject.set(tally.subject, tasks.set(tally.task, tally));
    scored += tally.scored;
    unknownCosts += tally.unknownCosts;
  }
  return { bySubject, scored, unknownCosts: unknownCosts > 0 ? await notInTheSum(store, run) : 0 };
}

/** A cell whose process died in a call is in the sum, at the most that it can have cost: only others are missing there. */
async function notInTheSum(store: RunStore, { id, manifest }: Run): Promise<number> {
  let missing = 0;
  for await (const cell of store.cells(id)) {
    const { outcome, taskHash, task, spend } = cell;
    if (outcome === null || scoreOf(outcome) === null || taskHash !== manifest.tasks[task]) continue;
    if (spend.carried === 0 && (await cellCost(store, { id }, cell)) === null) missing += 1;
  }
  return missing;
}
