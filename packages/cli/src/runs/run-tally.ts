import { type Run, type RunStore, type TaskTally, tallyTasks } from "@flow-state-dev/records";

/** What the list of runs needs of the cells of a run, added up by its store. */
export interface RunTally {
  /** By subject, in the order of the manifest, then by task. */
  bySubject: ReadonlyMap<string, ReadonlyMap<string, TaskTally>>;
  /** Cells with a score, for the present content of their task, and of them those whose cost nobody knows. */
  scored: number;
  unknownCosts: number;
}

/** Adds up the cells of a run. Those of an earlier content of their task are left out. */
export async function tallyRun(store: RunStore, { id, manifest }: Run): Promise<RunTally> {
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
  return { bySubject, scored, unknownCosts };
}
