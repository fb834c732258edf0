import { sumUsd } from "@flow-state-dev/core";
import {
  type CellRecord,
  type Outcome,
  type Run,
  type RunManifest,
  type RunStore,
  taskFamilies,
  workedMs,
} from "@flow-state-dev/records";
import type { CaseRun, CaseRuns } from "@flow-state-dev/suites";
import { isCutByBudget } from "@flow-state-dev/sweep";
import { plannedPairs } from "./planned-pairs.ts";
import { plannedRuns } from "./planned-runs.ts";

/** What is kept of a run of a suite. */
export interface StoredCases {
  /** Agents in their order, and the cases of each in that of the suite, those that were never tried included. */
  cases: CaseRuns[];
  /** What its processes were at work, until now while it goes on. */
  workedMs: number;
  /** All that the run has spent, in US dollars. */
  spentUsd: number;
  /** Part of it: calls whose end nobody knows, at the most that they can have cost. */
  carriedUsd: number;
  carriedCalls: number;
  /** A run of a case was cut off by the budget of all. */
  isCutByBudget: boolean;
}

/** Reads a run of a case, and who worked on it. */
export type ReadRun = (
  store: RunStore,
  runId: string,
  record: CellRecord,
  outcome: Outcome,
) => Promise<{ run: CaseRun; agentVersion: string | null; model: string | null }>;

/**
 * The cases of a run of a suite, finished or not. Where nobody knows how often each case was planned, a run of which
 * everything was tried has all of it; of another each case is taken to have been planned as often as the run repeats.
 */
export async function storedCases(store: RunStore, run: Run, read: ReadRun): Promise<StoredCases> {
  const { manifest } = run;
  const byCase = new Map<string, KeptCase>();
  const known = plannedRuns(run);
  const families = taskFamilies(manifest);
  const emptyOf = (subject: string, task: string) =>
    emptyCase(subject, task, manifest, {
      ...{ planned: known?.get(task) ?? manifest.runs, family: families.get(task) },
    });
  for (const [subject, task] of plannedPairs(run) ?? [])
    byCase.set(keyOf(subject, task), emptyOf(subject, task));
  let isCut = false;
  let tried = 0;
  for await (const cell of store.cells(run.id)) {
    if (cell.outcome === null || cell.taskHash !== manifest.tasks[cell.task]) continue;
    const key = keyOf(cell.subject, cell.task);
    const it = byCase.get(key) ?? emptyOf(cell.subject, cell.task);
    // It was planned once, and is not any more.
    if (known && cell.run >= it.planned) continue;
    isCut ||= isCutByBudget(cell.outcome);
    const kept = await read(store, run.id, cell, cell.outcome);
    byCase.set(key, it);
    it.runs.push(kept.run);
    tried += 1;
    it.agentVersion = kept.agentVersion ?? it.agentVersion;
    it.model = kept.model ?? it.model;
  }
  if (!known && (run.state === "finished" || tried >= run.plannedCells))
    for (const [key, it] of byCase) {
      it.planned = it.runs.length;
      if (it.planned === 0) byCase.delete(key);
    }
  const { spend } = await store.totals(run.id);
  const spentUsd = sumUsd([spend.subject, spend.judge, spend.agent]);
  return {
    cases: inOrder(run, byCase),
    workedMs: await timeOf(store, run),
    spentUsd,
    carriedUsd: spend.carried,
    carriedCalls: (await store.books(run.id)).carriedCalls,
    isCutByBudget: isCut,
  };
}

/** One that goes on is at work since the last that is known of it, or since it was made. */
async function timeOf(store: RunStore, { id, state, createdAt }: Run): Promise<number> {
  const sessions = await store.sessions(id);
  if (state !== "running") return workedMs(sessions);
  const startedAt =
    sessions
      .map(({ endedAt }) => endedAt)
      .sort()
      .at(-1) ?? createdAt;
  return workedMs([...sessions, { startedAt, endedAt: new Date().toISOString() }]);
}

type KeptCase = CaseRuns & { runs: CaseRun[] };

function keyOf(subject: string, task: string): string {
  return JSON.stringify([subject, task]);
}

function emptyCase(
  agent: string,
  id: string,
  { tasks }: RunManifest,
  { planned, family }: { planned: number; family: string | undefined },
): KeptCase {
  const who = { id, agent, agentVersion: null, model: null, ...(family !== undefined && { family }) };
  return { ...who, tags: [], planned, runs: [], hash: tasks[id]! };
}

function inOrder({ manifest }: Run, byCase: ReadonlyMap<string, CaseRuns>): CaseRuns[] {
  return manifest.subjects.flatMap((subject) =>
    Object.keys(manifest.tasks).flatMap((task) => {
      const it = byCase.get(keyOf(subject, task));
      return it ? [{ ...it, runs: [...it.runs].sort((a, b) => a.run - b.run) }] : [];
    }),
  );
}
