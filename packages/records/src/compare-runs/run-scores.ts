import type { CellRecord } from "../cell.ts";
import { cellCost } from "../cell-cost.ts";
import { isTimed, scoreOf } from "../outcome.ts";
import type { Run } from "../run.ts";
import type { RunStore } from "../run-store.ts";
import { subjectTimes } from "../subject-times.ts";

/** What the runs of one subject on one task come to: sums, whatever their number. */
export interface TaskScores {
  /** Cells with an outcome of any kind. */
  tried: number;
  /** Cells with a score. */
  scored: number;
  passed: number;
  /** Sum of the scores. */
  score: number;
  /** US dollars of the scored cells, judge not included; null when one of them is not known. */
  costUsd: number | null;
  /** Milliseconds that the subject took for the timed cells, and how many they are. Suspect ones are left out. */
  workingMs: number;
  timed: number;
  /** Number of the first run that passed, and of the first with a score that did not; null without one. */
  firstPassed: number | null;
  firstFailed: number | null;
}

/** The scores of a run by subject and task. Its size goes with subjects × tasks, not with cells. */
export interface RunScores {
  /** By subject, then by task. */
  bySubject: ReadonlyMap<string, ReadonlyMap<string, TaskScores>>;
  /** Cells with a score, for the present content of their task. */
  scored: number;
}

/** Reads the scores of a run, page by page. Cells of an earlier content of their task are left out. */
export async function readRunScores(
  store: RunStore,
  run: Pick<Run, "id" | "manifest">,
  subject?: string,
): Promise<RunScores> {
  const collected = collectScores();
  const timeOf = await subjectTimes(store, run);
  for await (const cell of store.cells(run.id, subject === undefined ? {} : { subject })) {
    if (cell.taskHash !== run.manifest.tasks[cell.task]) continue;
    const workingMs = timeOf(cell) ?? cell.workingMs;
    collected.add(
      { ...cell, workingMs },
      await cellCost(store, { id: run.id, kind: run.manifest.kind }, cell),
    );
  }
  return collected.scores;
}

/** Collects scores cell by cell. */
export function collectScores(): {
  add(cell: CollectedCell, costUsd: number | null): void;
  scores: RunScores;
} {
  const bySubject = new Map<string, Map<string, TaskScores>>();
  const scores = { bySubject, scored: 0 };
  return {
    scores,
    add(cell, costUsd) {
      if (cell.outcome === null) return;
      const tasks = bySubject.get(cell.subject) ?? new Map<string, TaskScores>();
      bySubject.set(cell.subject, tasks);
      const sums = tasks.get(cell.task) ?? noScores();
      tasks.set(cell.task, sums);
      if (addCell(sums, cell, cell.outcome, costUsd)) scores.scored++;
    },
  };
}

/** What is looked at of a cell. */
export type CollectedCell = Pick<
  CellRecord,
  "subject" | "task" | "run" | "outcome" | "workingMs" | "suspect"
>;

function noScores(): TaskScores {
  return {
    ...{ tried: 0, scored: 0, passed: 0, score: 0, costUsd: 0, workingMs: 0, timed: 0 },
    ...{ firstPassed: null, firstFailed: null },
  };
}

function addCell(
  sums: TaskScores,
  { run, workingMs, suspect }: CollectedCell,
  outcome: NonNullable<CellRecord["outcome"]>,
  costUsd: number | null,
): boolean {
  sums.tried++;
  const score = scoreOf(outcome);
  if (score === null) return false;
  sums.scored++;
  sums.score += score;
  sums.costUsd = sums.costUsd === null || costUsd === null ? null : sums.costUsd + costUsd;
  if (!suspect && isTimed(outcome.kind)) {
    sums.timed++;
    sums.workingMs += workingMs;
  }
  if (outcome.kind === "passed") {
    sums.passed++;
    sums.firstPassed = least(sums.firstPassed, run);
  } else {
    sums.firstFailed = least(sums.firstFailed, run);
  }
  return true;
}

function least(known: number | null, run: number): number {
  return known === null ? run : Math.min(known, run);
}
