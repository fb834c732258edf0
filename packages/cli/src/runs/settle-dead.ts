import { type RunStore, tallyTasks } from "@flow-state-dev/records/store";
import { plannedRuns } from "../show/planned-runs.ts";

/** So many of the latest runs are looked at. */
const mostSettled = 20;

/** A process that makes a run is a worker of it before so many milliseconds have passed. */
const enteringMs = 30_000;

/**
 * A run whose process was killed, or ended without a word for want of disk, is not running any more, and its calls
 * under way are carried at the most they can have cost. A store that can only be read stays as it is.
 */
export async function settleDead(store: RunStore, now: () => number = Date.now): Promise<void> {
  for await (const id of runningIds(store)) {
    const { lostAttempts } = await store.recover(id);
    if (lostAttempts > 0 || (await isLeft(store, id, now()))) await settleIdle(store, id);
  }
}

/** Has nobody been there for a run since what began it ended? */
async function isLeft(store: RunStore, id: string, now: number): Promise<boolean> {
  if (await store.hasLivingWorker()) return false;
  if ((await store.totals(id)).attempts > 0) return true;
  const { createdAt } = (await store.findRun(id))!;
  return now - Date.parse(createdAt) > enteringMs;
}

/** Ids of the latest runs that are said to be running. */
export async function* runningIds(store: RunStore): AsyncGenerator<string> {
  for await (const { id, state } of store.runs({ limit: mostSettled })) if (state === "running") yield id;
}

/**
 * Of a run that somebody has left: when nothing of it is under way any more, and nobody else is on it, it is
 * interrupted; or finished, where its process had brought the last result and could not say so any more.
 */
export async function settleIdle(store: RunStore, id: string): Promise<void> {
  if ((await store.totals(id)).running > 0 || (await store.hasLivingWorker(id))) return;
  await store.updateRun(id, { state: (await hasAll(store, id)) ? "finished" : "interrupted" });
}

/** Of a run that was told to be interrupted, for nobody is on it: it is finished where it has all its results. */
export async function finishWhole(store: RunStore, id: string): Promise<void> {
  if (await hasAll(store, id)) await store.updateRun(id, { state: "finished" });
}

/** Is it known that every planned cell has a score, for the present content of its task? */
async function hasAll(store: RunStore, id: string): Promise<boolean> {
  const run = (await store.findRun(id))!;
  const planned = plannedRuns(run);
  if (planned === null) return false;
  let scored = 0;
  for (const tally of await tallyTasks(store, id))
    if (tally.taskHash === run.manifest.tasks[tally.task])
      scored += Math.min(tally.scored, planned.get(tally.task) ?? 0);
  return scored >= run.plannedCells;
}

/** Settles when it is called, at most once in so many milliseconds: it takes the store from who writes to it. */
export function settlingEvery(everyMs: number, settle: () => Promise<unknown>): () => Promise<void> {
  let last = Number.NEGATIVE_INFINITY;
  let settling: Promise<void> | null = null;
  return () => {
    if (settling === null && performance.now() - last >= everyMs) {
      settling = settle()
        .then(() => {})
        .catch(() => {})
        .finally(() => {
          last = performance.now();
          settling = null;
        });
    }
    return settling ?? Promise.resolve();
  };
}
