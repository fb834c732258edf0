import {
  checksUsd,
  importedAt,
  type Run,
  type RunStore,
  readPaidChecks,
  shortRunId,
  spentUsd,
  subjectScore,
  taskFamilies,
  unheardWarnings,
} from "@flow-state-dev/records";
import { isUnchecked } from "../run/unchecked.ts";
import { isIncomplete } from "./is-incomplete.ts";
import { tallyRun } from "./run-tally.ts";

/** A run in the list of runs. */
export interface RunRow {
  id: string;
  shortId: string;
  kind: string;
  name: string;
  state: Run["state"];
  /** Whether everything of an unfinished run was tried, and something has no score: nobody interrupted it. */
  incomplete: boolean;
  /** Whether it is given out to workers and none works on it. */
  waiting: boolean;
  /** ISO time. */
  createdAt: string;
  subjects: readonly string[];
  /** Of the subject that scores most; null while there is none, and where nothing is checked. */
  best: { subject: string; mean: number; interval: [number, number] | null } | null;
  /**
   * US dollars, judge and the checks of it that the run paid for included, as far as they are known; null when nothing
   * of them is.
   */
  costUsd: number | null;
  /** Of these the part that is a worst case: calls that were under way when a process died. */
  carriedUsd: number;
  /** There may be more to it: calls broke off before anything of their answers came. */
  atLeast: boolean;
  /** How far: calls whose cost nobody knows, and scored cells that are not wholly in the sum. */
  unknownCalls: number;
  unknownCosts: number;
  /** Cells with a score, and those planned. */
  scored: number;
  planned: number;
  /** Commit of the folder and whether it was changed; null when it was no repository. */
  commit: string | null;
  dirty: boolean;
  simulated: boolean;
  /** When it was taken in with `x import`, as an ISO time; null for a run that was made here. */
  importedAt: string | null;
  /** The run whose outputs it graded anew; null for one that made its own. */
  regradeOf: string | null;
}

/** Reads what the list says of a run; `waiting` when it waits for workers. */
export async function readRunRow(store: RunStore, run: Run, waiting = false): Promise<RunRow> {
  const { manifest } = run;
  const tally = await tallyRun(store, run);
  const totals = await store.totals(run.id);
  const { spend } = totals;
  const git = manifest.circumstances.git as { commit?: string; dirty?: boolean } | undefined;
  const spent = spentUsd(spend, checksUsd(readPaidChecks(manifest)));
  const families = taskFamilies(manifest);
  let best: RunRow["best"] = null;
  for (const [subject, byTask] of tally.bySubject) {
    const { mean, interval } = subjectScore(byTask, families);
    if (mean !== null && !isUnchecked(manifest) && (best === null || mean > best.mean))
      best = { subject, mean, interval };
  }
  return {
    ...{ id: run.id, shortId: shortRunId(run.id), kind: manifest.kind, name: manifest.name },
    ...{
      state: run.state,
      incomplete: isIncomplete(run, totals),
      waiting,
      createdAt: run.createdAt,
      subjects: manifest.subjects,
      best,
    },
    costUsd: spent === 0 && (spend.unknownCalls > 0 || tally.unknownCosts > 0) ? null : spent,
    ...{ carriedUsd: spend.carried, unknownCalls: spend.unknownCalls, unknownCosts: tally.unknownCosts },
    atLeast: unheardWarnings(run.warnings).length > 0,
    ...{ scored: tally.scored, planned: run.plannedCells },
    commit: typeof git?.commit === "string" ? git.commit : null,
    dirty: git?.dirty === true,
    simulated: manifest.simulated,
    importedAt: importedAt(manifest),
    regradeOf: typeof manifest.conditions.regrade === "string" ? manifest.conditions.regrade : null,
  };
}
