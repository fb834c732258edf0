import { type CallRecord, type CellRecord, createSqliteStore, type Run } from "@flow-state-dev/records";
import { all } from "../../packages/sweep/test/support/sweeping.ts";

/** What a store holds at a moment. */
export interface Snapshot {
  /** How many runs there are, and the latest. */
  runs: number;
  run: Run | null;
  cells: CellRecord[];
  /** How each attempt at each cell ended, in order. */
  attempts: { cell: string; states: string[] }[];
  calls: CallRecord[];
  books: { spentUsd: number; carriedUsd: number };
}

/** Nothing. */
export const emptySnapshot: Snapshot = {
  ...{ runs: 0, run: null, cells: [], attempts: [], calls: [] },
  books: { spentUsd: 0, carriedUsd: 0 },
};

/** Reads a store. Closing it writes its log into it: read a copy of one whose log is still wanted. */
export async function readSnapshot(file: string): Promise<Snapshot> {
  const store = createSqliteStore(file);
  try {
    const runs = await all(store.runs());
    const run = runs[0];
    if (run === undefined) return emptySnapshot;
    const cells = await all(store.cells(run.id));
    const attempts: Snapshot["attempts"] = [];
    for (const cell of cells) {
      const states = (await store.attempts(run.id, cell)).map(({ state }) => state);
      attempts.push({ cell: `${cell.subject} · ${cell.task} · ${cell.run}`, states });
    }
    const calls = await all(store.calls(run.id));
    return { runs: runs.length, run, cells, attempts, calls, books: await store.books(run.id) };
  } finally {
    await store.close();
  }
}
