import type { CellId } from "./cell.ts";
import { type OutcomeKind, scoreOf } from "./outcome.ts";
import type { RunStore } from "./run-store.ts";

/** As much of a cell as a picture of a whole run needs. */
export interface CellGlance extends CellId {
  /** Of the last ended attempt; null without one. */
  outcome: OutcomeKind | null;
  /** 0 to 1; null when the outcome is no score. */
  score: number | null;
  running: boolean;
  /** US dollars of subject and agent, judge not included, as far as they are known. */
  costUsd: number;
  unknownCalls: number;
  workingMs: number;
}

/** A store that can read all cells of a run at a glance, several times as fast as one by one. In no order. */
export interface GlancingStore {
  glance(runId: string): Promise<CellGlance[]>;
}

/** All cells of a run at a glance, by the short way where the store has one. */
export async function glanceCells(
  store: RunStore & Partial<GlancingStore>,
  runId: string,
): Promise<CellGlance[]> {
  if (store.glance) return store.glance(runId);
  const cells: CellGlance[] = [];
  for await (const { subject, task, run, outcome, running, spend, workingMs } of store.cells(runId)) {
    const score = outcome === null ? null : scoreOf(outcome);
    const costUsd = spend.subject + spend.agent;
    const { unknownCalls } = spend;
    cells.push({
      subject,
      task,
      run,
      outcome: outcome?.kind ?? null,
      score,
      running,
      costUsd,
      unknownCalls,
      workingMs,
    });
  }
  return cells;
}
