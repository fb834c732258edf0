import {
  cellCost,
  checksUsd,
  importedAt,
  type Run,
  type RunStore,
  type RunTotals,
  readPaidChecks,
  scoredCount,
  shortRunId,
  spentUsd,
  unheardWarnings,
} from "@flow-state-dev/records/store";
import type { RunHead } from "@flow-state-dev/viewer/contract";
import { isIncomplete } from "../runs/is-incomplete.ts";
import { modelsOfRun } from "./models-of-run.ts";

/** Where nothing is booked so many cells are asked whether that is nothing, or nothing that anybody told. */
const asked = 20;

/** What the page says of a run before its cells are read; `waiting` when it waits for workers. */
export async function headOfRun(store: RunStore, run: Run, waiting = false): Promise<RunHead> {
  const totals = await store.totals(run.id);
  // Who has just begun to work on it is not seen at once where it is given out.
  const head = headOf(run, totals, waiting && totals.running === 0);
  if (head.costUsd !== 0 || head.kind === "compare") return head;
  let cells = 0;
  for await (const cell of store.cells(run.id)) {
    if ((await cellCost(store, { id: run.id }, cell)) === null) return { ...head, costUsd: null };
    cells += 1;
    if (cells === asked) break;
  }
  return head;
}

function headOf(
  { id, manifest, state, createdAt, updatedAt, plannedCells, warnings }: Run,
  totals: RunTotals,
  waiting: boolean,
): RunHead {
  const { spend } = totals;
  const git = (manifest.circumstances.git ?? {}) as { commit?: unknown; dirty?: unknown };
  const commit = typeof git.commit === "string" ? git.commit : null;
  const dirty = git.dirty === true;
  const spent = spentUsd(spend, checksUsd(readPaidChecks(manifest)));
  return {
    ...{ id, short: shortRunId(id), kind: manifest.kind, name: manifest.name },
    subjects: [...manifest.subjects],
    tasks: Object.keys(manifest.tasks).length,
    repetitions: manifest.runs,
    models: modelsOfRun(manifest),
    ...{
      state: isIncomplete({ state, plannedCells }, totals) ? ("incomplete" as const) : state,
      waiting,
      simulated: manifest.simulated,
      importedAt: importedAt(manifest),
      createdAt,
      updatedAt,
      commit,
      dirty,
    },
    planned: plannedCells,
    scored: scoredCount(totals),
    running: totals.running,
    costUsd: spent === 0 && spend.unknownCalls > 0 ? null : spent,
    unknownCalls: spend.unknownCalls,
    carriedUsd: spend.carried,
    atLeast: unheardWarnings(warnings).length > 0,
  };
}
