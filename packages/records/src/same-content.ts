import type { CallRecord } from "./call.ts";
import type { CellRecord } from "./cell.ts";
import { summariseCell } from "./cell-summary.ts";
import type { RunStore } from "./run-store.ts";

/** What is read of the attempts at a cell. */
export type WorkStore = Pick<RunStore, "attempts" | "calls">;

/** A cell and its work, at one content of its task. */
export interface WorkAtContent {
  /** With the attempts, the money and the tokens of that work alone. */
  cell: CellRecord;
  /** Tells of that work alone. */
  store: WorkStore;
}

/**
 * A cell without what was done on it while its task was another one. A run that is gone on with after a task was
 * changed keeps the attempts at what it was before: they are in the books of the run, and no part of the result.
 */
export async function atSameContent(
  store: WorkStore,
  runId: string,
  cell: CellRecord,
): Promise<WorkAtContent> {
  if (cell.attempts === 1) return { cell, store };
  const attempts = await store.attempts(runId, cell);
  const own = attempts.filter(({ taskHash }) => taskHash === cell.taskHash);
  if (own.length === attempts.length || own.length === 0) return { cell, store };
  const numbers = new Set(own.map(({ attempt }) => attempt));
  const calls: CallRecord[] = [];
  for await (const call of store.calls(runId, cell)) if (numbers.has(call.attempt)) calls.push(call);
  return {
    cell: { ...summariseCell(cell, own, calls), running: cell.running },
    store: {
      attempts: async () => own,
      async *calls() {
        yield* calls;
      },
    },
  };
}
