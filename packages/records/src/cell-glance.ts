import { cellCost } from "./cell-cost.ts";
import { type OutcomeKind, scoreOf } from "./outcome.ts";
import type { RunStore } from "./run-store.ts";

/**
 * As much of the cells of a run as a picture of it needs: a list for each fact, and at one place in all lists what is
 * known of one cell. In no order.
 */
export interface RunGlance {
  subject: string[];
  task: string[];
  /** Repetition, from 0. */
  run: number[];
  /** `running` while an attempt is under way; else the outcome of the last that ended, null without one. */
  standing: (OutcomeKind | "running" | null)[];
  /** Of the last ended attempt, 0 to 1; null when it has no score. */
  score: (number | null)[];
  /** US dollars of subject and agent, judge not included; null when they are not known, as `cellCost` says. */
  costUsd: (number | null)[];
  /** Of the last ended attempt, in whole milliseconds; 0 without one. */
  workingMs: number[];
  /** Was that measured while the harness was starved, so that its time is not to be trusted? */
  suspect: boolean[];
}

/** A store that can read all cells of a run at a glance, several times as fast as one by one. */
export interface GlancingStore {
  glance(runId: string): Promise<RunGlance>;
}

/** All cells of a run at a glance, by the short way where the store has one. */
export async function glanceCells(
  store: RunStore & Partial<GlancingStore>,
  runId: string,
): Promise<RunGlance> {
  if (store.glance) return store.glance(runId);
  const glance = emptyGlance();
  for await (const cell of store.cells(runId)) {
    const { subject, task, run, outcome, running, workingMs, suspect } = cell;
    glance.subject.push(subject);
    glance.task.push(task);
    glance.run.push(run);
    glance.standing.push(running ? "running" : (outcome?.kind ?? null));
    glance.score.push(outcome === null ? null : scoreOf(outcome));
    glance.costUsd.push(await cellCost(store, { id: runId }, cell));
    glance.workingMs.push(Math.round(workingMs));
    glance.suspect.push(suspect);
  }
  return glance;
}

/** The glance of a run without cells. */
export function emptyGlance(): RunGlance {
  return { subject: [], task: [], run: [], standing: [], score: [], costUsd: [], workingMs: [], suspect: [] };
}
