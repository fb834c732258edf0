import { fromNanoUsd } from "../nano-usd.ts";
import type { Recovery } from "../run-store.ts";
import type { CallTable } from "./call-table.ts";
import type { CellTable } from "./cell-table.ts";

/** Which attempts and calls to look at: of one run or all, of one worker or all. */
export interface RecoveryScope {
  runNo: number | null;
  workerNo: number | null;
}

/**
 * Gives up the attempts of workers that are gone, and carries their calls under way at the worst case; also those of
 * attempts that ended before the charge came. One step inside the caller's transaction.
 */
export function giveUp(
  tables: { cells: CellTable; calls: CallTable },
  scope: RecoveryScope,
  isGone: (workerNo: number) => boolean,
  endedAt: string,
): Recovery {
  const known = new Map<number, boolean>();
  const gone = (workerNo: number) => {
    const answer = known.get(workerNo) ?? isGone(workerNo);
    known.set(workerNo, answer);
    return answer;
  };
  const cells = tables.cells
    .running(scope.runNo, scope.workerNo)
    .filter(({ running_worker }) => gone(running_worker));
  const calls = tables.calls.underWay(scope.runNo, scope.workerNo).filter(({ worker_no }) => gone(worker_no));
  for (const cell of cells) tables.cells.lose(cell.run_no, cell, endedAt);
  for (const call of calls) tables.calls.lose(call);
  const carriedNano = calls.reduce((sum, call) => sum + (call.worst_nano ?? 0), 0);
  return { lostAttempts: cells.length, lostCalls: calls.length, carriedUsd: fromNanoUsd(carriedNano) };
}
