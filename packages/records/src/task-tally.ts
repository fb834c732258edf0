import { cellCost } from "./cell-cost.ts";
import { scoreOf } from "./outcome.ts";
import type { RunStore } from "./run-store.ts";

/** What the scored cells of one subject on one content of a task come to. */
export interface TaskTally {
  subject: string;
  task: string;
  taskHash: string;
  /** Cells with a score, and of them those that passed. */
  scored: number;
  passed: number;
  /** Sum of the scores. */
  score: number;
  /** Of them those whose cost is not known, as `cellCost` says. */
  unknownCosts: number;
}

/** A store that can add the scores of a run up by itself, without handing out its cells. */
export interface TallyingStore {
  tally(runId: string): Promise<TaskTally[]>;
}

const nothing = { scored: 0, passed: 0, score: 0, unknownCosts: 0 };

/** The scores of a run by subject and task, in no order, by the short way where the store has one. */
export async function tallyTasks(
  store: RunStore & Partial<TallyingStore>,
  runId: string,
): Promise<TaskTally[]> {
  if (store.tally) return store.tally(runId);
  const tallies = new Map<string, TaskTally>();
  for await (const cell of store.cells(runId)) {
    const { subject, task, taskHash, outcome } = cell;
    const score = outcome === null ? null : scoreOf(outcome);
    if (outcome === null || score === null) continue;
    const key = JSON.stringify([subject, task, taskHash]);
    const tally = tallies.get(key) ?? { subject, task, taskHash, ...nothing };
    tallies.set(key, tally);
    tally.scored += 1;
    tally.passed += outcome.kind === "passed" ? 1 : 0;
    tally.score += score;
    tally.unknownCosts += (await cellCost(store, { id: runId }, cell)) === null ? 1 : 0;
  }
  return [...tallies.values()];
}
