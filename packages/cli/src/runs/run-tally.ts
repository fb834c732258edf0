import {
  cellCost,
  isScored,
  type OutcomeKind,
  type Run,
  type RunStore,
  type TaskTally,
  tallyTasks,
} from "@flow-state-dev/records";

/** What the list of runs needs of the cells of a run, added up by its store. */
export interface RunTally {
  /** By subject, in the order of the manifest, then by task. */
  bySubject: ReadonlyMap<string, ReadonlyMap<string, TaskTally>>;
  /** Cells with a score, for the present content of their task. */
  scored: number;
  /** Cells with an outcome, for the same, that are not wholly in what was spent. */
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
  // An agent without a score may have worked all the same, at a cost that it did not tell.
  const mayMiss = unknownCosts > 0 || (manifest.kind !== "compare" && (await hasUnscored(store, id)));
  return { bySubject, scored, unknownCosts: mayMiss ? await notInTheSum(store, run) : 0 };
}

async function hasUnscored(store: RunStore, runId: string): Promise<boolean> {
  const { outcomes } = await store.totals(runId);
  return Object.entries(outcomes).some(([kind, cells]) => cells > 0 && !isScored(kind as OutcomeKind));
}

/**
 * A cell whose process died in a call is in the sum, at the most that it can have cost: only others are missing there.
 */
async function notInTheSum(store: RunStore, { id, manifest }: Run): Promise<number> {
  let missing = 0;
  for await (const cell of store.cells(id)) {
    const { outcome, taskHash, task, spend } = cell;
    if (outcome === null || taskHash !== manifest.tasks[task]) continue;
    const { kind } = manifest;
    if (spend.carried === 0 && (await cellCost(store, { id, kind }, cell)) === null) missing += 1;
  }
  return missing;
}
