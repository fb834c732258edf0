import { differenceOf } from "@flow-state-dev/stats";
import type { TaskPair, TaskSide } from "./run-comparison.ts";
import type { TaskScores } from "./run-scores.ts";

/** A task with a score on both sides. */
export interface ScoredPair {
  task: string;
  difference: number;
  a: TaskSide & { mean: number };
  b: TaskSide & { mean: number };
}

/** Both sides of each task, and of those the ones that both have a score for. */
export function pairTasks(
  a: ReadonlyMap<string, TaskScores>,
  b: ReadonlyMap<string, TaskScores>,
  tasks: readonly string[],
): { all: TaskPair[]; scored: ScoredPair[] } {
  const all: TaskPair[] = [];
  const scored: ScoredPair[] = [];
  for (const task of tasks) {
    const [left, right] = [sideOf(a.get(task)), sideOf(b.get(task))];
    if (hasMean(left) && hasMean(right)) {
      const pair = { task, difference: differenceOf(right.mean, left.mean), a: left, b: right };
      scored.push(pair);
      all.push(pair);
    } else {
      all.push({ task, difference: null, a: left, b: right });
    }
  }
  return { all, scored };
}

function hasMean(side: TaskSide | null): side is TaskSide & { mean: number } {
  return side !== null && side.mean !== null;
}

function sideOf(sums: TaskScores | undefined): TaskSide | null {
  if (sums === undefined) return null;
  const { tried, scored, passed, score, costUsd, workingMs, timed, firstPassed, firstFailed } = sums;
  return {
    mean: scored === 0 ? null : score / scored,
    ...{ passed, scored, tried, firstPassed, firstFailed },
    costUsd: scored === 0 || costUsd === null ? null : costUsd / scored,
    workingMs: timed === 0 ? null : workingMs / timed,
  };
}
