import type { CellId } from "../cell.ts";
import { AttemptNotRunningError } from "../errors/record-errors.ts";
import { type CallGrant, mayOpen, toBooks } from "../run-books.ts";
import type { ArtifactToWrite, EndedAttempt, OpeningToWrite, ProgressToWrite } from "../stored/to-write.ts";
import type { CellState } from "./cell-table.ts";
import type { Tables } from "./tables.ts";

/** A call that wants to open, clean. */
export interface CellOpening {
  cell: CellId;
  attempt: number;
  opening: OpeningToWrite;
  /** In billionths of a dollar; null without a budget. */
  limit: number | null;
  strict: boolean;
}

/** The end of an attempt, clean. */
export interface CellEnd {
  cell: CellId;
  attempt: number;
  ended: EndedAttempt;
  artifacts: readonly ArtifactToWrite[];
}

/** What an attempt has come to so far, clean. */
export interface CellProgress {
  cell: CellId;
  attempt: number;
  progress: ProgressToWrite;
  artifacts: readonly ArtifactToWrite[];
}

/** Opens a call if the attempt is under way and there is money for it, inside the caller's transaction. */
export function openCall(tables: Tables, runNo: number, call: CellOpening): CallGrant {
  const { sums, calls } = tables;
  const { cell, attempt, opening, limit, strict } = call;
  const found = runningCell(tables, runNo, cell, attempt);
  if (found === null) throw new AttemptNotRunningError(cell, attempt);
  const before = limit === null ? null : sums.books(runNo);
  if (limit !== null && before !== null && !mayOpen(before, limit, strict, opening.worstNano))
    return { state: "refused", ...toBooks(before) };
  calls.open(runNo, found.no, attempt, opening);
  return { state: "opened", ...toBooks(sums.books(runNo)) };
}

/** Ends an attempt inside the caller's transaction; false when it is not under way any more. */
export function endAttempt(tables: Tables, runNo: number, end: CellEnd): boolean {
  const { cell, attempt, ended, artifacts } = end;
  const found = runningCell(tables, runNo, cell, attempt);
  if (found === null) return false;
  tables.cells.end(runNo, found, ended);
  tables.attempts.insertArtifacts(found.no, attempt, artifacts);
  return true;
}

/** Keeps what an attempt has come to inside the caller's transaction; false when it is not under way any more. */
export function keepProgress(tables: Tables, runNo: number, kept: CellProgress): boolean {
  const { cell, attempt, progress, artifacts } = kept;
  const found = runningCell(tables, runNo, cell, attempt);
  if (found === null) return false;
  tables.attempts.keep(found.no, attempt, progress, artifacts);
  return true;
}

function runningCell({ cells }: Tables, runNo: number, cell: CellId, attempt: number): CellState | null {
  const found = cells.find(runNo, cell);
  return found !== null && found.running_worker !== null && found.attempts === attempt ? found : null;
}
